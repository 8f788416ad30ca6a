import { hash } from 'node:crypto';
import { AppError } from '../../lib/errors';
import type { Attribution } from '../analytics/attribution/touch';
import type { BookingRow } from './table.server';

/** What a visitor sends to book. */
export interface CallInput {
  name: string;
  email: string;
  company: string;
  /** ISO 8601, UTC. */
  start: string;
  timeZone: string;
  /** The enquiry that this browser has sent. */
  leadId?: string | undefined;
  /** Where the visitor came from. */
  attribution?: Attribution | null;
}

/**
 * Hashes what a visitor asks for when booking. Where they came from is left out: a repeated request may
 * have been made after another page was seen.
 */
export function hashCallRequest(input: CallInput): string {
  const { name, email, company, start, timeZone, leadId = null } = input;
  const content = [name, email, company, Date.parse(start), timeZone, leadId];
  return hash('sha256', JSON.stringify(content));
}

/** Whether a booking was made by the same request. Those of the release before have no hash. */
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
 * The booking that a key was used for, when the request is the same: nobody gets another person's call
 * by their key.
 * @throws AppError conflict
 */
export function requireSameRequest(row: BookingRow, input: CallInput): BookingRow {
  if (isSameRequest(row, input)) return row;
  throw new AppError(
    'conflict',
    'This Idempotency-Key was used for another request. Send the changed request with a new key.',
  );
}
