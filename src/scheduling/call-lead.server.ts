import { sql } from 'kysely';
import type { Attribution } from '../analytics/attribution/touch';
import { parseAttribution } from '../analytics/contract';
import { createBulkStatement } from '../db/bulk-statement.server';
import type { DatabaseTransaction } from '../db/database.server';
import { lockRows } from '../db/locks.server';
import { insertUnrelatedPair } from '../leads/detail/related.server';
import type { LeadHooks } from '../leads/hooks.server';
import { parsePlan } from '../leads/lead-plan';
import {
  createLeadFromBooking,
  findLeadIdByEmail,
  moveToDiscoveryCall,
  updateBookedPlan,
} from '../leads/new-leads.server';
import { findLead } from '../leads/table.server';
import { AppError } from '../lib/errors';
import { writeCallHistory } from './history.server';
import { createCallNotFoundError, findCall, requireBooked, type StoredCall } from './table.server';

interface CallPerson {
  /** Id of the lead that this browser has sent. */
  leadId?: string | null | undefined;
  email?: string | null | undefined;
}

/** The lead that a booking belongs to. */
export interface CallLead {
  leadId: string;
  /**
   * True if the booking came through the lead's own link. An email address is not enough: anybody
   * can type it.
   */
  isConfirmed: boolean;
}

/**
 * Finds the lead that a booking belongs to: the lead with the given id, which only its sender
 * knows. Otherwise falls back to the newest lead with the email, as an unconfirmed match. Locks it, so
 * that it is not erased before the call is stored.
 */
export async function findCallLead(
  transaction: DatabaseTransaction,
  { leadId, email }: CallPerson,
): Promise<CallLead | undefined> {
  if (leadId) {
    const query = transaction
      .selectFrom('leads')
      .select('id')
      .where('id', '=', leadId)
      .where('deletedAt', 'is', null);
    if (await lockRows(transaction, query).executeTakeFirst()) return { leadId, isConfirmed: true };
  }
  const claimedId = email ? await findLeadIdByEmail(transaction, email) : undefined;
  return claimedId === undefined ? undefined : { leadId: claimedId, isConfirmed: false };
}

/** Returns a booking's attribution: the reported one, otherwise that of its lead. */
export async function resolveCallAttribution(
  transaction: DatabaseTransaction,
  leadId: string | null,
  reported: Attribution | null | undefined,
): Promise<Attribution | null> {
  if (reported || leadId === null) return reported ?? null;
  return (await findLead(transaction, leadId))?.attribution ?? null;
}

/** Serializes an attribution for its column. */
export const serializeAttribution = (attribution: Attribution | null): string | null =>
  attribution && JSON.stringify(attribution);

const hasUnownedCall = sql<boolean | 0 | 1>`exists (
  select 1 from bookings where lead_id is null and lower(bookings.email) = lower(leads.email)
)`;

const selectUnownedCalls = createBulkStatement({ email: 'text' }, (db, emails) =>
  db
    .selectFrom('bookings')
    .select(['id', sql<string>`lower(email)`.as('email')])
    .where('leadId', 'is', null)
    .where(sql<boolean>`lower(email) in (${emails})`),
);

/**
 * Assigns to new leads the calls that were booked with their emails before the leads existed. The
 * matches are unconfirmed: an email doesn't prove that the same person sent both. So the lead's
 * status stays until the admin confirms.
 */
async function assignCallsToLeads(
  transaction: DatabaseTransaction,
  leads: readonly { id: string; email: string }[],
): Promise<void> {
  const emails = leads.map(({ email }) => ({ email: email.toLowerCase() }));
  const { rows } = await transaction.executeQuery(selectUnownedCalls(transaction, emails));
  for (const { id, email } of rows) {
    const lead = leads.find((one) => one.email.toLowerCase() === email);
    if (!lead) continue;
    await transaction
      .updateTable('bookings')
      .set({
        leadId: lead.id,
        personConfirmed: 0,
        // The booking's own attribution is more specific than the lead's.
        attribution: sql`coalesce(attribution, (select attribution from leads where id = ${lead.id}))`,
      })
      .where('id', '=', id)
      .where('leadId', 'is', null)
      .execute();
  }
}

/** Assigns earlier bookings to new leads after they are inserted. */
export const adoptCalls: LeadHooks['afterInsert'] = {
  condition: hasUnownedCall,
  run: assignCallsToLeads,
};

/**
 * Confirms that the lead's own person booked a call. Records it in the lead's history, and moves
 * the lead.
 * @param userId the admin, when they confirm it
 * @returns the booking; undefined when it was deleted
 */
export async function confirmPerson(
  transaction: DatabaseTransaction,
  bookingId: string,
  { leadId, userId = null }: { leadId: string; userId?: string | null },
): Promise<StoredCall | undefined> {
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
      await updateBookedPlan(transaction, leadId, parsePlan(confirmed.plan), userId);
    }
  }
  return findCall(transaction, bookingId);
}

/** Returns a booking's attribution, unless it is that of its lead (`resolveCallAttribution`). */
async function findCallAttribution(
  transaction: DatabaseTransaction,
  { leadId, attribution }: StoredCall,
): Promise<Attribution | null> {
  const own = parseAttribution(attribution);
  if (own === null || leadId === null) return own;
  const lead = await transaction
    .selectFrom('leads')
    .select('attribution')
    .where('id', '=', leadId)
    .executeTakeFirst();
  const isOfLead = JSON.stringify(parseAttribution(lead?.attribution)) === JSON.stringify(own);
  return isOfLead ? null : own;
}

/** Moves the deliveries about a call from one lead to another. */
async function moveDeliveries(
  transaction: DatabaseTransaction,
  bookingId: string,
  fromId: string,
  leadId: string,
): Promise<void> {
  const rows = await transaction
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('leadId', '=', fromId)
    .execute();
  for (const { id, payload } of rows) {
    const event: Record<string, unknown> = JSON.parse(payload);
    if (event.bookingId !== bookingId) continue;
    await transaction
      .updateTable('outbox')
      .set({ leadId, payload: JSON.stringify({ ...event, leadId }) })
      .where('id', '=', id)
      .execute();
    await transaction
      .updateTable('webhookAttempts')
      .set({ leadId })
      .where('deliveryId', '=', id)
      .execute();
  }
}

/**
 * Moves what belongs to a call from the lead with its email to the call's own lead: the deliveries
 * about it, and the bookings at the provider that it replaced.
 */
async function moveToNewLead(
  transaction: DatabaseTransaction,
  { id, leadId: fromId, source, email }: StoredCall,
  leadId: string,
): Promise<void> {
  if (fromId === null) return;
  await moveDeliveries(transaction, id, fromId, leadId);
  await transaction
    .updateTable('bookings')
    .set({ leadId, personConfirmed: 1 })
    .where('leadId', '=', fromId)
    .where('status', '=', 'rescheduled')
    .where('personConfirmed', '=', 0)
    .where('source', '=', source)
    .where('email', '=', email)
    .execute();
  await insertUnrelatedPair(transaction, leadId, fromId);
}

/**
 * Gives a call a lead of its own, because the lead with its email did not book it. Marks the two
 * leads as different people.
 * @returns the booking
 * @throws AppError not_found; conflict when the person is confirmed, or another call replaced it
 */
export async function rejectPerson(
  transaction: DatabaseTransaction,
  bookingId: string,
  userId: string | null,
): Promise<StoredCall> {
  const row = await findCall(transaction, bookingId);
  if (!row?.email) throw createCallNotFoundError();
  requireBooked(row);
  if (row.status === 'rescheduled') {
    throw new AppError('conflict', 'This call has moved. Please choose the later one.');
  }
  const { name, email, company } = row;
  const attribution = await findCallAttribution(transaction, row);
  const leadId = await createLeadFromBooking(transaction, {
    name: name ?? email,
    email,
    company: company ?? name ?? email,
    attribution,
    plan: parsePlan(row.plan),
  });
  const own = await transaction
    .updateTable('bookings')
    .set({ leadId, personConfirmed: 1, attribution: serializeAttribution(attribution) })
    .where('id', '=', bookingId)
    .where('personConfirmed', '=', 0)
    .returningAll()
    .executeTakeFirst();
  if (!own) throw new AppError('conflict', 'The lead has been confirmed.');
  await moveToNewLead(transaction, row, leadId);
  await writeCallHistory(transaction, own, { what: own.status, at: own.updatedAt, userId });
  return own;
}
