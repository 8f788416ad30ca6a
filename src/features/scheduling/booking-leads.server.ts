import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createBulkStatement } from '../../db/bulk-statement.server';
import type { DatabaseTransaction } from '../../db/database.server';
import { writeAudit } from '../../foundation/audit/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import type { Attribution } from '../analytics/attribution/touch';
import { toSearchText } from '../leads/search-text';
import { insertSearchTexts } from '../leads/search-text-table.server';
import { writeCallHistory } from './history.server';
import type { BookingRow } from './table.server';

interface BookingPerson {
  /** The enquiry that the browser knows it has sent. */
  leadId?: string | null | undefined;
  email?: string | null | undefined;
}

/** The lead that a booking belongs to. */
export interface BookingOwner {
  leadId: string;
  /** Whether the lead's own person books; an email alone does not say so, since anybody can type it. */
  isConfirmed: boolean;
}

/**
 * Finds whose booking it is: the lead of the id, which its sender alone knows; else the newest with the
 * email, however it is written, as somebody who claims to be that person.
 */
export async function findBookingOwner(
  transaction: DatabaseTransaction,
  { leadId, email }: BookingPerson,
): Promise<BookingOwner | undefined> {
  if (leadId) {
    const known = await transaction
      .selectFrom('leads')
      .select('id')
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (known) return { leadId: known.id, isConfirmed: true };
  }
  if (!email) return undefined;
  const found = await transaction
    .selectFrom('leads')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found && { leadId: found.id, isConfirmed: false };
}

/**
 * A booked call moves a lead on that has not come further by itself; the lead's history says so.
 * @param after when the call was written down; ISO 8601
 */
export async function moveToDiscoveryCall(
  transaction: DatabaseTransaction,
  leadId: string,
  after: string,
  userId: string | null = null,
): Promise<void> {
  const lead = await transaction
    .selectFrom('leads')
    .select(['status', 'updatedAt'])
    .where('id', '=', leadId)
    .where('status', 'in', ['new', 'contacted'])
    .executeTakeFirst();
  if (!lead) return;
  const at = createTimestampAfter(lead.updatedAt > after ? lead.updatedAt : after);
  const { numUpdatedRows } = await transaction
    .updateTable('leads')
    .set({ status: 'discovery_call', updatedAt: at })
    .where('id', '=', leadId)
    .where('status', '=', lead.status)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return;
  await writeAudit(transaction, [
    {
      subject: 'leads',
      itemId: leadId,
      action: 'changed',
      at,
      userId,
      before: { status: lead.status },
      after: { status: 'discovery_call' },
    },
  ]);
}

/** Who books without an enquiry becomes a lead, with what they said when booking. */
export async function createLeadFromBooking(
  transaction: DatabaseTransaction,
  person: { name: string; email: string; company: string; attribution?: Attribution | null },
): Promise<string> {
  const id = randomUUID();
  const now = new Date().toISOString();
  const leadFields = {
    companyName: person.company,
    contactName: person.name,
    email: person.email,
    phone: null,
    interestedPackage: null,
    message: null,
  };
  await transaction
    .insertInto('leads')
    .values({
      ...leadFields,
      id,
      industry: null,
      numberOfLocations: null,
      status: 'discovery_call',
      assignedPmId: null,
      attribution: person.attribution ? JSON.stringify(person.attribution) : null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  const text = toSearchText({ ...leadFields, attribution: person.attribution ?? null });
  await transaction.executeQuery(insertSearchTexts(transaction, [{ leadId: id, text }]));
  return id;
}

/**
 * Whether a call was booked with a lead's email before the lead was there: for the statement that stores
 * leads, so that nearly always none is spent on asking.
 */
export const hasUnownedBooking = sql<boolean | 0 | 1>`exists (
  select 1 from bookings where lead_id is null and lower(bookings.email) = lower(leads.email)
)`;

const selectUnownedBookings = createBulkStatement({ email: 'text' }, (db, emails) =>
  db
    .selectFrom('bookings')
    .select(['id', sql<string>`lower(email)`.as('email')])
    .where('leadId', 'is', null)
    .where(sql<boolean>`lower(email) in (${emails})`),
);

/**
 * Gives new leads the calls that were booked with their emails before they were there. As claims: an email
 * does not say that the same person has sent both, so the lead stays where it is until the owner confirms.
 */
export async function assignBookingsToLeads(
  transaction: DatabaseTransaction,
  leads: readonly { id: string; email: string }[],
): Promise<void> {
  if (leads.length === 0) return;
  const emails = leads.map(({ email }) => ({ email: email.toLowerCase() }));
  const { rows } = await transaction.executeQuery(selectUnownedBookings(transaction, emails));
  for (const { id, email } of rows) {
    const lead = leads.find((one) => one.email.toLowerCase() === email);
    if (!lead) continue;
    await transaction
      .updateTable('bookings')
      .set({
        leadId: lead.id,
        personConfirmed: 0,
        // What came with the call is nearer to it than what came with the enquiry.
        attribution: sql`coalesce(attribution, (select attribution from leads where id = ${lead.id}))`,
      })
      .where('id', '=', id)
      .where('leadId', 'is', null)
      .execute();
  }
}

/**
 * Notes that a lead's own person has booked a call: the lead's history tells of it, and it moves the lead.
 * @param userId the owner, when it is they who say so
 * @returns the booking; undefined when it is gone
 */
export async function confirmPerson(
  transaction: DatabaseTransaction,
  bookingId: string,
  { leadId, userId = null }: { leadId: string; userId?: string | null },
): Promise<BookingRow | undefined> {
  const confirmed = await transaction
    .updateTable('bookings')
    .set({ leadId, personConfirmed: 1 })
    .where('id', '=', bookingId)
    .where((eb) => eb.or([eb('leadId', 'is', null), eb('personConfirmed', '=', 0)]))
    .returningAll()
    .executeTakeFirst();
  if (confirmed && confirmed.status !== 'rescheduled') {
    const { status, updatedAt } = confirmed;
    await writeCallHistory(transaction, confirmed, { what: status, at: updatedAt, userId });
    if (status === 'booked') {
      await moveToDiscoveryCall(transaction, leadId, new Date().toISOString(), userId);
    }
  }
  return transaction
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', bookingId)
    .executeTakeFirst();
}
