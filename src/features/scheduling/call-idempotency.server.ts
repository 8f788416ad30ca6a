import { hash } from 'node:crypto';
import { AppError } from '../../lib/errors';
import type { Attribution } from '../analytics/attribution/touch';
import type { BookingRow } from './table.server';

/** The request that books a call. */
export interface CallInput {
  name: string;
  email: string;
  company: string;
  /** ISO 8601, UTC. */
  start: string;
  timeZone: string;
  /** Id of the lead that this browser has sent. */
  leadId?: string | undefined;
  attribution?: Attribution | null;
}

/**
 * Hashes a booking request for idempotency. Leaves out the attribution, which may differ when a
 * request is repeated from another page.
 */
export function hashCallRequest(input: CallInput): string {
  const { name, email, company, start, timeZone, leadId = null } = input;
  const content = [name, email, company, Date.parse(start), timeZone, leadId];
  return hash('sha256', JSON.stringify(content));
}

/**
 * Whether a booking was made by the same request. Bookings of the previous release have no hash.
 */
function isSameRequest(row: BookingRow, input: CallInput): boolean {
  if (row.requestHash !== null) return row.requestHash === hashCallRequest(input);
  return (
    row.name === input.name &&
    row.email === input.email &&
    row.company === input.company &&
    row.timeZone === input.timeZone &&
    Date.parse(row.startAt ?? '') === Date.parse(input.start)
  );
}

/**
 * Returns the booking stored under an idempotency key if the request is the same. Otherwise throws,
 * so that nobody gets another person's call by reusing that person's key.
 * @throws AppError conflict
 */
export function requireSameRequest(row: BookingRow, input: CallInput): BookingRow {
  if (isSameRequest(row, input)) return row;
  throw new AppError(
    'conflict',
    'This Idempotency-Key was used for another request. Send the changed request with a new key.',
  );
}
