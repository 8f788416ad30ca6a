import { AppError } from '../../lib/errors';
import { SECOND } from '../../lib/time/durations';

/** Maximum number of concurrent calls. Each may hold a request, and its memory, for seconds. */
const maxInFlight = 64;

/** Failures in a row after which calls are refused without being tried. */
const maxFailures = 5;

/** Time until a single call tries again. */
const openMs = 5 * SECOND;

/** Creates the error for a failure of the store, for which the request is not at fault. */
export const createUnavailableError = (cause?: unknown): AppError =>
  new AppError('unavailable', 'The picture store cannot be reached.', {
    retryAfterSeconds: 5,
    cause,
  });

/**
 * Creates the guard of a service that may be slow or dead: it bounds the calls at the same time,
 * and refuses calls at once while the service fails, so that only what needs it waits.
 */
export function createCircuitBreaker() {
  let inFlight = 0;
  let failures = 0;
  let openUntil = 0;

  return async <Result>(call: () => Promise<Result>): Promise<Result> => {
    if (inFlight >= maxInFlight || performance.now() < openUntil) throw createUnavailableError();
    // The others stay refused while one call tries.
    if (failures >= maxFailures) openUntil = performance.now() + openMs;
    inFlight += 1;
    try {
      const result = await call();
      failures = 0;
      openUntil = 0;
      return result;
    } catch (error) {
      failures += 1;
      if (failures >= maxFailures) openUntil = performance.now() + openMs;
      throw error;
    } finally {
      inFlight -= 1;
    }
  };
}
