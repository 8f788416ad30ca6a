import { SECOND } from '../lib/time/durations';

/** How long jobs that run every minute may use the database after a request, and when idle. */
const activeMs = 90 * SECOND;

/**
 * Lets a database sleep: background jobs may use it for a while after a request. Without requests,
 * all of them use it at the same time, once per interval.
 * @param intervalMs 0 if jobs may always use it
 */
export function createPollWindow(intervalMs: number, now = () => performance.now()) {
  let activeSince = now();
  return {
    noteRequest(): void {
      activeSince = now();
    },
    /** Whether a background job may use the database now. */
    mayPoll(): boolean {
      if (now() - activeSince >= intervalMs) activeSince = now();
      return now() - activeSince < activeMs;
    },
  };
}
