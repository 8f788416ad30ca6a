import { readStoredText, storeText } from '../../lib/browser/browser-storage';
import { createIdempotencyKey } from '../../lib/browser/create-idempotency-key';
import type { CallInput } from '../contract';

/** The visitor's part of a booking request. */
export type BookingInput = Omit<CallInput, 'attribution' | 'plan'> &
  Partial<Pick<CallInput, 'plan'>>;

/** A booking that was sent without a clear response: the server may have stored it. */
interface BookingAttempt {
  input: BookingInput;
  /** Sent as `Idempotency-Key`. */
  key: string;
}

const storageKey = 'booking-attempt';

/** Unlike a draft, a booking is not continued in another tab or on another day. */
const storage = () => sessionStorage;

function readAttempt(): BookingAttempt | null {
  try {
    const stored = JSON.parse(readStoredText(storageKey, storage) ?? 'null');
    return typeof stored?.input?.start === 'string' ? stored : null;
  } catch {
    return null;
  }
}

/** In memory, and in session storage for a reload. */
let attempt = readAttempt();

function saveAttempt(next: BookingAttempt | null): void {
  attempt = next;
  storeText(storageKey, JSON.stringify(next), storage);
}

/** Returns the booking that may be stored although no response came, unless its time is over. */
export const findUnansweredBooking = (): BookingInput | null =>
  attempt && Date.parse(attempt.input.start) > Date.now() ? attempt.input : null;

/**
 * Records a booking. Call it right before sending.
 * @returns the idempotency key: the same for the same content
 */
export function startBooking(input: BookingInput): string {
  const isRepeated = JSON.stringify(attempt?.input) === JSON.stringify(input);
  const key = (isRepeated && attempt?.key) || createIdempotencyKey();
  saveAttempt({ input, key });
  return key;
}

/** Records that the booking with this key is stored, or that the server rejected it. */
export function endBooking(key: string): void {
  if (attempt?.key === key) saveAttempt(null);
}
