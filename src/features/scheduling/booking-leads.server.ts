import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../lib/database.server';
import { laterThan } from '../../lib/later-than.server';
import { rowsStatement } from '../../lib/rows-statement.server';
import { writeAudit } from '../audit/audit-store.server';
import type { Attribution } from '../tracking/touch';
import './booking-table.server';
import { writeCallHistory } from './call-history.server';

interface Person {
  /** The enquiry that the browser knows it has sent. */
  leadId?: string | null | undefined;
  email?: string | null | undefined;
}

/** Whose booking it is: the lead of the id, else the newest with the email, however it is written. */
export async function leadOfPerson(
  transaction: DatabaseTransaction,
  { leadId, email }: Person,
): Promise<string | undefined> {
  if (leadId) {
    const known = await transaction
      .selectFrom('leads')
      .select('id')
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (known) return known.id;
  }
  if (!email) return undefined;
  const found = await transaction
    .selectFrom('leads')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/**
 * A booked call moves a lead on that has not come further by itself; the lead's history says so.
 * @param after when the call was written down; ISO 8601
 */
export async function moveToDiscoveryCall(
  transaction: DatabaseTransaction,
  leadId: string,
  after: string,
): Promise<void> {
  const lead = await transaction
    .selectFrom('leads')
    .select(['status', 'updatedAt'])
    .where('id', '=', leadId)
    .where('status', 'in', ['new', 'contacted'])
    .executeTakeFirst();
  if (!lead) return;
  const at = laterThan(lead.updatedAt > after ? lead.updatedAt : after);
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
      userId: null,
      before: { status: lead.status },
      after: { status: 'discovery_call' },
    },
  ]);
}

/** Who books without an enquiry becomes a lead, with what they said when booking. */
export async function leadOfBooking(
  transaction: DatabaseTransaction,
  person: { name: string; email: string; company: string; attribution?: Attribution | null },
): Promise<string> {
  const id = randomUUID();
  const now = new Date().toISOString();
  await transaction
    .insertInto('leads')
    .values({
      id,
      companyName: person.company,
      contactName: person.name,
      email: person.email,
      phone: null,
      industry: null,
      numberOfLocations: null,
      interestedPackage: null,
      message: null,
      status: 'discovery_call',
      assignedPmId: null,
      attribution: person.attribution ? JSON.stringify(person.attribution) : null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return id;
}

/**
 * Whether a call was booked with a lead's email before the lead was there: for the statement that stores
 * leads, so that nearly always none is spent on asking.
 */
export const hasUnownedBooking = sql<boolean | 0 | 1>`exists (
  select 1 from bookings where lead_id is null and lower(bookings.email) = lower(leads.email)
)`;

const unownedBookings = rowsStatement({ email: 'text' }, (db, emails) =>
  db
    .selectFrom('bookings')
    .select(['id', sql<string>`lower(email)`.as('email')])
    .where('leadId', 'is', null)
    .where(sql<boolean>`lower(email) in (${emails})`),
);

/** Gives new leads the calls that were booked with their emails before they were there. */
export async function adoptBookings(
  transaction: DatabaseTransaction,
  leads: readonly { id: string; email: string }[],
): Promise<void> {
  if (leads.length === 0) return;
  const emails = leads.map(({ email }) => ({ email: email.toLowerCase() }));
  const { rows } = await transaction.executeQuery(unownedBookings(transaction, emails));
  for (const { id, email } of rows) {
    const lead = leads.find((one) => one.email.toLowerCase() === email);
    if (lead) await adoptBooking(transaction, id, lead.id);
  }
}

async function adoptBooking(
  transaction: DatabaseTransaction,
  bookingId: string,
  leadId: string,
): Promise<void> {
  const adopted = await transaction
    .updateTable('bookings')
    .set({
      leadId,
      // What came with the call is nearer to it than what came with the enquiry.
      attribution: sql`coalesce(attribution, (select attribution from leads where id = ${leadId}))`,
    })
    .where('id', '=', bookingId)
    .where('leadId', 'is', null)
    .returning(['leadId', 'source', 'status', 'startAt', 'updatedAt'])
    .executeTakeFirst();
  if (!adopted || adopted.status === 'rescheduled') return;
  const { status, updatedAt } = adopted;
  await writeCallHistory(transaction, adopted, { what: status, at: updatedAt });
  if (status === 'booked') {
    await moveToDiscoveryCall(transaction, leadId, new Date().toISOString());
  }
}
