import { getReportableAttribution } from '../../analytics/consent/consent-store';
import { HttpError, request } from '../../lib/network/http-client';
import type { LinkedCall, NewCall, OpenTimes, VisitorCall } from '../contract';
import { type BookingInput, endBooking, startBooking } from './booking-attempt';

const post = <T>(path: string, body: object, headers: Record<string, string> = {}) =>
  request<T>(`/api/scheduling/bookings${path}`, {
    method: 'POST',
    body,
    headers,
    signal: AbortSignal.timeout(20_000),
  });

async function sendBooking(input: BookingInput): Promise<NewCall> {
  const key = startBooking(input);
  try {
    const body = { ...input, attribution: getReportableAttribution() };
    const call = await post<NewCall>('', body, { 'Idempotency-Key': key });
    endBooking(key);
    return call;
  } catch (error) {
    // The server finds a stored call before it refuses another one.
    if (error instanceof HttpError && error.status < 500) endBooking(key);
    throw error;
  }
}

/** The last booking, until its call is shown. In memory, because its dialog may close meanwhile. */
let unshownBooking: Promise<NewCall> | null = null;

/** Books a call. Repeated without a response, the same request books once. */
export function bookCall(input: BookingInput): Promise<NewCall> {
  unshownBooking = sendBooking(input);
  return unshownBooking;
}

/** Returns the last booking, unless its call has been shown. */
export const getUnshownBooking = () => unshownBooking;

/** Forgets the last booking: a dialog that is closed after it has shown a call starts anew. */
export const markBookingShown = () => {
  unshownBooking = null;
};

/**
 * Lists the free times.
 * @param token of the call that is moved, whose present time blocks none
 */
export const listOpenTimes = (token: string | undefined) =>
  token === undefined
    ? request<OpenTimes>('/api/scheduling/slots')
    : post<OpenTimes>('/slots', { token });

/** Finds the call that a token gives access to. */
export const findCall = (token: string) => post<LinkedCall>('/lookup', { token });

export const rescheduleCall = (token: string, start: string, timeZone: string) =>
  post<VisitorCall>('/reschedule', { token, start, timeZone });

export const cancelCall = (token: string) => post<VisitorCall>('/cancel', { token });

/** Parses the alternative times of a "time taken" error. Returns null for other errors. */
export function parseAlternatives(error: unknown): string[] | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null;
  if (!('alternatives' in error.body) || !Array.isArray(error.body.alternatives)) return null;
  return error.body.alternatives.filter((one): one is string => typeof one === 'string');
}
