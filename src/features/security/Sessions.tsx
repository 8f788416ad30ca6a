import { useState } from 'react';
import { formatRecentMoment } from '../../lib/format-date';
import { Button } from '../../ui/Button';
import { useToast } from '../../ui/toast';
import { ProofDialog } from './ProofDialog';
import type { RunningSession } from './security';
import { useEndOthers, useEndSession } from './security-queries';

const nameSession = ({ agent }: RunningSession) => agent ?? 'Unknown browser';

interface Props {
  sessions: readonly RunningSession[];
  /** Whether the second factor is on. */
  needsCode: boolean;
}

/** Who is signed in, and the way to end that. */
export function Sessions({ sessions, needsCode }: Props) {
  const endSession = useEndSession();
  const endOthers = useEndOthers();
  const toast = useToast();
  /** What the dialog on show would end. */
  const [ending, setEnding] = useState<RunningSession | 'others' | null>(null);
  const close = () => setEnding(null);

  return (
    <>
      <ul className="sessions" aria-label="Running sessions">
        {sessions.map((session) => {
          const { id, address, createdAt, lastSeenAt, current } = session;
          const name = nameSession(session);
          return (
            <li key={id}>
              <span className="who">
                {name}
                {current && <span className="badge">This session</span>}
              </span>
              <span className="from num">
                {address && `${address}, `}
                {`since ${formatRecentMoment(createdAt)}, last used ${formatRecentMoment(lastSeenAt)}`}
              </span>
              {!current && (
                <Button
                  variant="secondary"
                  size="s"
                  aria-label={`End the session of ${name}, since ${formatRecentMoment(createdAt)}`}
                  onClick={() => setEnding(session)}
                >
                  End
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Button variant="secondary" onClick={() => setEnding('others')}>
          End all others
        </Button>
      )}
      {ending === 'others' && (
        <ProofDialog
          title="End all other sessions"
          text="Everyone but you is signed out, and asked for the password on their next visit."
          action="End all others"
          needsCode={needsCode}
          onClose={close}
          onProof={async (proof) => {
            await endOthers.mutateAsync(proof);
            close();
            toast({ title: 'All other sessions ended' });
          }}
        />
      )}
      {ending && ending !== 'others' && (
        <ProofDialog
          title="End this session"
          text={`${nameSession(ending)}, since ${formatRecentMoment(ending.createdAt)}, is signed out at once.`}
          action="End session"
          needsCode={needsCode}
          onClose={close}
          onProof={async (proof) => {
            await endSession.mutateAsync({ id: ending.id, proof });
            close();
            toast({ title: 'Session ended' });
          }}
        />
      )}
    </>
  );
}
