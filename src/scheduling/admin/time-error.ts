import { formatTime } from '../../lib/format-date';
import { getFieldErrors, HttpError } from '../../lib/http-client';

/** Returns whether a request failed because another call is at its time. */
export const isTimeTaken = (error: unknown): error is HttpError =>
  error instanceof HttpError && 'alternatives' in error.body;

/**
 * Says why a call cannot be at a time; undefined if the error is not about the time.
 * @param start the time of the request
 */
export function formatTimeError(error: unknown, start: string | undefined): string | undefined {
  if (isTimeTaken(error) && start) {
    return `${formatTime(new Date(start))} was just taken. What you wrote is still here; pick another time.`;
  }
  return getFieldErrors(error).start;
}
