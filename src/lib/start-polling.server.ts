import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs a task again and again, each time after a pause. The task must not throw.
 * @returns a function that stops it, after a run in progress
 */
export function startPolling(intervalMs: number, task: () => Promise<void>): () => Promise<void> {
  const abortController = new AbortController();
  const { signal } = abortController;
  async function run(): Promise<void> {
    for (;;) {
      await pause(intervalMs, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      await task();
    }
  }
  const running = run();
  return () => {
    abortController.abort();
    return running;
  };
}
