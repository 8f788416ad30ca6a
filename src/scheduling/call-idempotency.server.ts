import { hash } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { createKeyReusedError } from '../http/repeatable-request.server';
import type { CallInput } from './contract';
import { type BookingRow, isNotExpired } from './table.server';

/**
 * Hashes a booking request for idempotency. Leaves out the attribution, which may differ when a
 * request is repeated from another page.
 */
export function hashCallRequest(input: CallInput): string {
  const { name, email, company, start, timeZone, leadId = null } = input;
  const content = [name, email, company, Date.parse(start), timeZone, leadId];
  return hash('sha256', JSON.stringify(content));
}

/** Whether a booking was made by the same request. Those of the previous release have no hash. */
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
 * Finds the booking that was stored with an idempotency key. It must be for the same request, so
 * that nobody gets another person's call by reusing that person's key.
 * @throws AppError conflict when the key was used with another body
 */
export async function findBookingByRequest(
  db: Database | DatabaseTransaction,
  input: CallInput,
  requestKey: string | null,
): Promise<BookingRow | undefined> {
  if (requestKey === null) return undefined;
  const row = await db
    .selectFrom('bookings')
    .selectAll()
    .where('requestKey', '=', requestKey)
    .where(isNotExpired())
    .executeTakeFirst();
  if (!row || isSameRequest(row, input)) return row;
  throw createKeyReusedError();
}
