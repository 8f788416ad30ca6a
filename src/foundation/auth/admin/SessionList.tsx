import { useState } from 'react';
import { formatRecentDateTime } from '../../../lib/time/format-date';
import { Button } from '../../../ui/Button';
import * as badgeStyles from '../../../ui/styles/badges.module.css';
import type { RunningSession } from '../contract';
import { ProofDialog } from './ProofDialog';
import * as styles from './SecurityView.module.css';
import { useEndOtherSessions, useEndSession } from './security-queries';

const formatSessionName = ({ agent }: RunningSession) => agent ?? 'Unknown browser';

interface Props {
  sessions: readonly RunningSession[];
  needsCode: boolean;
}

/** Active sessions, with buttons to end them. */
export function SessionList({ sessions, needsCode }: Props) {
  const endSession = useEndSession();
  const endOthers = useEndOtherSessions();
  /** The session, or the others, that the open dialog would end. */
  const [sessionToEnd, setSessionToEnd] = useState<RunningSession | 'others' | null>(null);
  const close = () => setSessionToEnd(null);

  return (
    <>
      <ul className={styles.sessions} aria-label="Active sessions">
        {sessions.map((session) => {
          const { id, address, createdAt, lastSeenAt, current } = session;
          const name = formatSessionName(session);
          return (
            <li key={id}>
              <span className={styles.device}>
                {name}
                {current && <span className={badgeStyles.badge}>This session</span>}
              </span>
              <span className={styles.origin}>
                {address && `${address}, `}
                {`since ${formatRecentDateTime(createdAt)}, last used ${formatRecentDateTime(lastSeenAt)}`}
              </span>
              {!current && (
                <Button
                  variant="secondary"
                  size="s"
                  aria-label={`End the session of ${name}, since ${formatRecentDateTime(createdAt)}`}
                  onClick={() => setSessionToEnd(session)}
                >
                  End
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Button variant="secondary" onClick={() => setSessionToEnd('others')}>
          End all others
        </Button>
      )}
      {sessionToEnd === 'others' && (
        <ProofDialog
          title="End all other sessions"
          text="Everyone but you is signed out, and asked for the password on their next visit."
          action="End all others"
          needsCode={needsCode}
          onClose={close}
          onProof={endOthers.mutateAsync}
          done="All other sessions ended"
        />
      )}
      {sessionToEnd && sessionToEnd !== 'others' && (
        <ProofDialog
          title="End this session"
          text={`${formatSessionName(sessionToEnd)}, since ${formatRecentDateTime(sessionToEnd.createdAt)}, is signed out at once.`}
          action="End session"
          needsCode={needsCode}
          onClose={close}
          onProof={(proof) => endSession.mutateAsync({ id: sessionToEnd.id, proof })}
          done="Session ended"
        />
      )}
    </>
  );
}
