import { useRef } from 'react';
import { serverMessage } from '../../lib/http';
import { Button } from '../../ui/Button';
import { useToast } from '../../ui/toast';
import { isSessionEnd } from '../auth/admin-session';
import { recentMoment } from '../leads/admin/lead-moments';
import type { RunningSession } from './security';
import { useEndOthers, useEndSession } from './security-queries';

/** Who is signed in, and the way to end that. */
export function Sessions({ sessions }: { sessions: readonly RunningSession[] }) {
  const endSession = useEndSession();
  const endOthers = useEndOthers();
  const toast = useToast();
  const list = useRef<HTMLUListElement>(null);

  const outcome = (title: string) => ({
    onSuccess() {
      toast({ title });
      // The button that was pressed goes away with its session.
      list.current?.focus();
    },
    onError(error: unknown) {
      if (isSessionEnd(error)) return;
      const description = serverMessage(error, 'Something went wrong. Please try again.');
      toast({ title: 'Error', description, tone: 'bad' });
    },
  });

  return (
    <>
      <ul className="sessions" ref={list} tabIndex={-1} aria-label="Running sessions">
        {sessions.map(({ id, agent, address, createdAt, lastSeenAt, current }) => {
          const name = agent ?? 'Unknown browser';
          return (
            <li key={id}>
              <span className="who">
                {name}
                {current && <span className="badge">This session</span>}
              </span>
              <span className="from num">
                {address && `${address}, `}
                {`since ${recentMoment(createdAt)}, last used ${recentMoment(lastSeenAt)}`}
              </span>
              {!current && (
                <Button
                  variant="secondary"
                  size="s"
                  aria-label={`End the session of ${name}, since ${recentMoment(createdAt)}`}
                  busy={endSession.isPending && endSession.variables === id}
                  onClick={() => endSession.mutate(id, outcome('Session ended'))}
                >
                  End
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate(undefined, outcome('All other sessions ended'))}
        >
          End all others
        </Button>
      )}
    </>
  );
}
