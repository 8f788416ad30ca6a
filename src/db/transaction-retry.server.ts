import { setTimeout as pause } from 'node:timers/promises';
import { getErrorCode } from '../lib/errors';
import { sqlState } from './errors.server';

/** No further attempt starts after this time, because a client is waiting for the response. */
const maxRetryTimeMs = 5_000;

const maxRetryDelayMs = 400;

/** Returns a random delay with a doubling limit: colliding transactions must not meet again. */
const getRetryDelayMs = (attempt: number) =>
  Math.random() * Math.min(10 * 2 ** attempt, maxRetryDelayMs);

/** Attempts after a conflict with a concurrent transaction, by SQLSTATE. */
export const maxConflictAttempts: Readonly<Record<string, number>> = {
  [sqlState.serializationFailure]: 12,
  [sqlState.deadlockDetected]: 12,
};

/** Attempts after an error about a statement's name, by SQLSTATE. The next is without names. */
export const maxNameErrorAttempts: Readonly<Record<string, number>> = {
  [sqlState.invalidStatementName]: 3,
  [sqlState.duplicatePreparedStatement]: 3,
};

/**
 * Runs something again after an error that made the database roll all of it back.
 * @param maxAttempts by the error's code; other errors are thrown immediately
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
