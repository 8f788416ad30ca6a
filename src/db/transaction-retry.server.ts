import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which no further attempt begins: somebody waits for the response. */
const maxRetryTimeMs = 5_000;

const maxRetryDelayMs = 400;

/** A random pause, twice as long after each attempt: those that collided must not meet again. */
const getRetryDelayMs = (attempt: number) =>
  Math.random() * Math.min(10 * 2 ** attempt, maxRetryDelayMs);

/** The SQLSTATE or driver's code of an error; '' when it has none. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** serialization_failure and deadlock_detected: a concurrent transaction was in the way, and is over soon. */
export const maxConflictAttempts: Readonly<Record<string, number>> = { '40001': 12, '40P01': 12 };

/**
 * Runs something again after an error with which the database has undone all of it.
 * @param maxAttempts by the error's code; other errors are thrown at once
 * @throws the last error, when the attempts or five seconds are used up
 */
export async function retryRolledBack<T>(
  attempt: () => Promise<T>,
  maxAttempts: Readonly<Record<string, number>>,
): Promise<T> {
  const startedAt = Date.now();
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isLast = count >= (maxAttempts[getErrorCode(error)] ?? 1);
      if (isLast || Date.now() - startedAt > maxRetryTimeMs) throw error;
      await pause(getRetryDelayMs(count));
    }
  }
}
