import { setTimeout as pause } from 'node:timers/promises';

interface JobOptions {
  /** Milliseconds between the end of a run and the next one. */
  intervalMs: number;
  /** Milliseconds until the first run; by default the interval. */
  firstRunMs?: number;
  /** Called when a run fails. The next one follows as usual. */
  onError: (error: unknown) => void;
}

/**
 * Runs a job periodically, never twice at the same time. It does not keep the process alive.
 * @param run gets a signal that is aborted when the job is stopped
 * @returns a function that stops it, and resolves when no run is in progress
 */
export function startJob(
  run: (signal: AbortSignal) => Promise<void>,
  { intervalMs, firstRunMs = intervalMs, onError }: JobOptions,
): () => Promise<void> {
  const abortController = new AbortController();
  const { signal } = abortController;
  async function runPeriodically(): Promise<void> {
    let pauseMs = firstRunMs;
    for (;;) {
      await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await run(signal).catch(onError);
      pauseMs = intervalMs;
    }
  }
  const running = runPeriodically();
  return () => {
    abortController.abort();
    return running;
  };
}
