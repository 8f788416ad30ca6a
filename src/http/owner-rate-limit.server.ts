import type { Database } from '../db/database.server';
import { createRateLimitCounter } from '../db/rate-limit-counter.server';
import { AppError } from '../lib/errors';
import { MINUTE, SECOND } from '../lib/time';

/** The limit within ten minutes, for all sessions together. */
const limit = { max: 10, windowMs: 10 * MINUTE } as const;

/** Limits what the owner starts and what calls other services, such as a test of a connection. */
export function createOwnerRateLimit(db: Database) {
  const incrementCounter = createRateLimitCounter(db);

  /**
   * Counts a call.
   * @param noun what is limited, for the error message
   * @throws AppError too_many_requests
   */
  return async function admit(key: string, noun: 'tests' | 'checks'): Promise<void> {
    const [counted] = await incrementCounter([key], limit.windowMs);
    if (!counted || counted.count <= limit.max) return;
    throw new AppError('too_many_requests', `Too many ${noun}. Try again in ten minutes.`, {
      retryAfterSeconds: Math.max(1, Math.ceil((counted.endsAt - Date.now()) / SECOND)),
    });
  };
}
