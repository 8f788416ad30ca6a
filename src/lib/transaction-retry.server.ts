import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which no further attempt begins: somebody waits for the response. */
const maxRetryMs = 5_000;

const maxPauseMs = 400;

/** A random pause, twice as long after each attempt: those that collided must not meet again. */
const retryPauseMs = (attempt: number) => Math.random() * Math.min(10 * 2 ** attempt, maxPauseMs);

/** The SQLSTATE or driver's code of an error; '' when it has none. */
export const readErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** serialization_failure and deadlock_detected: a concurrent transaction was in the way, and is over soon. */
export const conflictAttempts: Readonly<Record<string, number>> = { '40001': 12, '40P01': 12 };

/**
 * Runs something again after an error with which the database has undone all of it.
 * @param maxAttempts by the error's code; other errors are thrown at once
 * @throws the last error, when the attempts or five seconds are used up
 */
export async function retryWhenUndone<T>(
  attempt: () => Promise<T>,
  maxAttempts: Readonly<Record<string, number>>,
): Promise<T> {
  const startedAt = Date.now();
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isLast = count >= (maxAttempts[readErrorCode(error)] ?? 1);
      if (isLast || Date.now() - startedAt > maxRetryMs) throw error;
      await pause(retryPauseMs(count));
    }
  }
}
