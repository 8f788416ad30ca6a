import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { parseAttribution } from '../analytics/contract';
import type { AdminBooking } from './contract';
import type { BookingRow } from './table.server';

/** Maximum number of listed calls; further ones are far in the future. */
export const maxListedCalls = 100;

/** Converts a row to a call in the admin API. */
export const toAdminBooking = (row: BookingRow): AdminBooking => ({
  id: row.id,
  leadId: row.leadId,
  source: row.source,
  status: row.status,
  verified: Boolean(row.verified),
  personConfirmed: Boolean(row.personConfirmed),
  start: row.startAt,
  timeZone: row.timeZone,
  name: row.name,
  email: row.email,
  company: row.company,
  attribution: parseAttribution(row.attribution),
  createdAt: row.createdAt,
});

/** Lists the calls of leads, newest first. */
export async function listLeadBookings(
  db: Database,
  leadIds: readonly string[],
): Promise<AdminBooking[]> {
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('leadId', 'in', leadIds)
    .orderBy('createdAt', 'desc')
    .limit(maxListedCalls)
    .execute();
  return rows.map(toAdminBooking);
}

/** Lists the booked calls that start in a period, the first one first. */
export async function listCallsBetween(
  db: Database,
  { start, end }: { start: string; end: string },
): Promise<AdminBooking[]> {
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('status', '=', 'booked')
    .where('startAt', '>=', start)
    .where('startAt', '<', end)
    .orderBy('startAt')
    .limit(maxListedCalls)
    .execute();
  return rows.map(toAdminBooking);
}

/** Lists the calls with exactly this email that belong to no lead. */
export async function listUnownedBookings(db: Database, email: string): Promise<AdminBooking[]> {
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('leadId', 'is', null)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(toAdminBooking);
}

/** Deletes the calls with exactly this email that belong to no lead. @returns how many */
export async function eraseUnownedBookings(
  transaction: DatabaseTransaction,
  email: string,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('bookings')
    .where('leadId', 'is', null)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Builds an SQL condition on a row of `leads`: whether it has a call that is later than a time. */
export const hasCallSince = (time: string): RawBuilder<boolean> => sql`exists (
  select 1 from bookings where bookings.lead_id = leads.id
  and (bookings.start_at >= ${time} or bookings.updated_at >= ${time}))`;
