import { MINUTE, SECOND } from '../lib/time';

/** Time after the last request for which everything is polled as usual. */
const activeMs = MINUTE;

/** Time for which an idle process polls, so that jobs that run every minute take part. */
const windowMs = 90 * SECOND;

/**
 * Lets a database sleep: without requests, background jobs may use it only in a short window, all
 * in the same one.
 * @param intervalMs the time from one window to the next; 0 if jobs may always use it
 */
export function createPollWindow(intervalMs: number, now = () => performance.now()) {
  let lastRequestAt = now();
  let windowStart = now();
  return {
    noteRequest(): void {
      lastRequestAt = now();
    },
    /** Whether a background job may use the database now. */
    mayPoll(): boolean {
      if (intervalMs === 0 || now() - lastRequestAt < activeMs) return true;
      if (now() - windowStart >= intervalMs) windowStart = now();
      return now() - windowStart < windowMs;
    },
  };
}
