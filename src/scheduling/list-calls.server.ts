import { type RawBuilder, sql } from 'kysely';
import { parseAttribution } from '../analytics/contract';
import type { Database, DatabaseTransaction } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import { parsePlan } from '../leads/lead-plan';
import { selectMergedIds } from '../leads/store.server';
import { DAY, getTimeAgo, MINUTE } from '../lib/time/durations';
import { type CallResult, callMinutes } from './call';
import { type AdminCall, maxListedCalls } from './contract';
import { callAuditSubject } from './history';
import { lacksMeetingLink } from './hours/call-hours-store.server';
import { isNotExpired, type StoredCall } from './table.server';

/** A booking with its lead's phone number. */
type ListedRow = StoredCall & { phone: string | null };

/** Selects bookings with their leads' phone numbers. */
const selectCalls = (db: Database) =>
  db
    .selectFrom('bookings')
    .leftJoin('leads', 'leads.id', 'bookings.leadId')
    .selectAll('bookings')
    .select('leads.phone');

/** Returns the result of a call. A canceled one has none. */
function getResult({ status, resultAt }: StoredCall): CallResult | null {
  if (status === 'no_show') return 'no_show';
  return status === 'booked' && resultAt !== null ? 'took_place' : null;
}

/** Converts a row to a call in the admin API. @param meetingUrl the one in the settings */
const toAdminCall = (row: ListedRow, meetingUrl: string | null): AdminCall => ({
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
  phone: row.phone,
  meetingUrl: row.meetingUrl ?? meetingUrl,
  ownMeetingUrl: row.meetingUrl,
  heldUntil: row.heldUntil,
  result: getResult(row),
  plan: parsePlan(row.plan),
  attribution: parseAttribution(row.attribution),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Lists the calls that a query selects. */
async function readCalls(
  query: ReturnType<typeof selectCalls>,
  { owner }: Environment,
): Promise<AdminCall[]> {
  const rows = await query.limit(maxListedCalls).execute();
  return rows.map((row) => toAdminCall(row, owner.meetingUrl));
}

/** Reads a call for the admin API. */
export async function readAdminCall(
  db: Database,
  id: string,
  { owner }: Environment,
): Promise<AdminCall> {
  const row = await selectCalls(db).where('bookings.id', '=', id).executeTakeFirstOrThrow();
  return toAdminCall(row, owner.meetingUrl);
}

/** Lists calls by their ids, the first one first. */
export const listCalls = (
  db: Database,
  ids: readonly string[],
  environment: Environment,
): Promise<AdminCall[]> =>
  readCalls(selectCalls(db).where('bookings.id', 'in', ids).orderBy('startAt'), environment);

/** Lists the upcoming calls, the next one first; those without a time last. */
export function listUpcomingCalls(db: Database, environment: Environment): Promise<AdminCall[]> {
  // Calls in progress stay listed, because the admin may need their links.
  const minStart = getTimeAgo(callMinutes * MINUTE);
  const query = selectCalls(db)
    .where('bookings.status', '=', 'booked')
    .where(isNotExpired())
    .where((eb) =>
      eb.or([
        eb('startAt', '>', minStart),
        eb.and([eb('startAt', 'is', null), eb('bookings.createdAt', '>', getTimeAgo(30 * DAY))]),
      ]),
    )
    .orderBy((eb) => eb.fn.coalesce('startAt', eb.val('9999')));
  return readCalls(query, environment);
}

/** Lists the calls of leads, newest first. */
export function listLeadCalls(
  db: Database,
  leadIds: readonly string[],
  environment: Environment,
): Promise<AdminCall[]> {
  const query = selectCalls(db).where('bookings.leadId', 'in', leadIds);
  return readCalls(query.orderBy('bookings.createdAt', 'desc'), environment);
}

/** Selects the calls that start in a period, the first one first. */
const selectStarts = (db: Database, start: string, end: string) =>
  selectCalls(db).where('startAt', '>=', start).where('startAt', '<', end).orderBy('startAt');

/** Lists the booked calls that start in a period, the first one first. */
export const listCallsBetween = (
  db: Database,
  { start, end }: { start: string; end: string },
  environment: Environment,
): Promise<AdminCall[]> =>
  readCalls(selectStarts(db, start, end).where('bookings.status', '=', 'booked'), environment);

/** Lists all calls that start in a period, the first one first, including canceled ones. */
export const listCallsOfPeriod = (
  db: Database,
  { from, to }: { from: string; to: string },
  environment: Environment,
): Promise<AdminCall[]> =>
  readCalls(selectStarts(db, from, to).where('bookings.status', '<>', 'rescheduled'), environment);

/** How long before a call without a link the owner is warned. */
const linkWarningMs = DAY;

/** Lists the next calls whose visitors were promised a link that they do not have yet. */
export async function listCallsWithoutLink(
  db: Database,
  environment: Environment,
): Promise<AdminCall[]> {
  if (!(await lacksMeetingLink(db, environment))) return [];
  const now = Date.now();
  const query = selectStarts(
    db,
    new Date(now).toISOString(),
    new Date(now + linkWarningMs).toISOString(),
  )
    .where('bookings.status', '=', 'booked')
    .where('bookings.heldUntil', 'is', null)
    .where('bookings.source', '=', 'site')
    .where('bookings.meetingUrl', 'is', null);
  return readCalls(query, environment);
}

/** How long the owner is asked about the lead of a canceled call. */
const decisionPeriodMs = 30 * DAY;

/**
 * Builds an SQL condition: whether a lead, or an inquiry that is merged with it, has a booked call
 * that has not begun.
 * @param leadId an SQL expression
 * @param exceptId an SQL expression: the call that doesn't count
 */
export const hasUpcomingCall = (
  leadId: RawBuilder<string>,
  exceptId: RawBuilder<string>,
): RawBuilder<boolean> => sql`exists (
  select 1 from (${selectMergedIds(leadId)}) as merged cross join bookings as other
  where other.lead_id = merged.id and other.id <> ${exceptId}
  and other.status = 'booked' and other.start_at > ${new Date().toISOString()})`;

/**
 * Lists canceled calls whose lead is still in `discovery_call` without another call, and about
 * which the owner has not decided. The newest first. The lead is the one that the call's inquiry was
 * merged into. If it canceled twice, it is asked about once.
 */
export function listUndecidedCancellations(
  db: Database,
  environment: Environment,
): Promise<AdminCall[]> {
  const leadId = sql.ref<string>('bookings.lead_id');
  const query = selectCalls(db)
    .where('bookings.status', '=', 'canceled')
    .where('bookings.leadDecidedAt', 'is', null)
    .where('bookings.personConfirmed', '=', 1)
    .where('bookings.statusAt', '>', getTimeAgo(decisionPeriodMs))
    // The cross joins begin with the few merged inquiries: SQLite began with all leads of the status.
    .where(
      sql<boolean>`exists (
        select 1 from (${selectMergedIds(leadId)}) as merged cross join leads as kept
        where kept.id = merged.id and kept.merged_into_id is null
        and kept.status = 'discovery_call' and kept.deleted_at is null)`,
    )
    .where(sql<boolean>`not ${hasUpcomingCall(leadId, sql.ref('bookings.id'))}`)
    .where(
      sql<boolean>`not exists (
        select 1 from (${selectMergedIds(leadId)}) as merged cross join bookings as later
        where later.lead_id = merged.id
        and later.status = 'canceled' and later.lead_decided_at is null
        and later.person_confirmed
        and (later.status_at, later.id) > (bookings.status_at, bookings.id))`,
    )
    .orderBy('bookings.statusAt', 'desc');
  return readCalls(query, environment);
}

/** SQL condition on a row of `bookings`: whether it belongs to no lead with this email. */
const isUnowned = (email: string) => sql<boolean>`not exists (
  select 1 from leads as owner
  where owner.id = bookings.lead_id and lower(owner.email) = ${email.toLowerCase()})`;

/** Lists the calls with exactly this email that belong to no lead with it. */
export async function listUnownedCalls(db: Database, email: string): Promise<AdminCall[]> {
  const rows = await selectCalls(db)
    .where(sql`lower(bookings.email)`, '=', email.toLowerCase())
    .where(isUnowned(email))
    .orderBy('bookings.createdAt', 'desc')
    .execute();
  return rows.map((row) => toAdminCall(row, null));
}

/**
 * Deletes what is stored about a call outside of its row: its deliveries, what webhooks received,
 * and its history. With a lead, the database deletes them; this call's lead is another person's.
 */
async function eraseCallRecords(transaction: DatabaseTransaction, id: string): Promise<void> {
  const deliveries = await transaction
    .deleteFrom('outbox')
    // Not by the lead: a call that was held may have got one later.
    .where('payload', 'like', `%"bookingId":"${id}"%`)
    .returning('id')
    .execute();
  // After the deliveries: an attempt that is being logged holds the lock of its own.
  for (const { id: deliveryId } of deliveries) {
    await transaction.deleteFrom('webhookAttempts').where('deliveryId', '=', deliveryId).execute();
  }
  await transaction
    .deleteFrom('audit')
    .where('subject', '=', callAuditSubject)
    .where('after', 'like', `%"callId":"${id}"%`)
    .execute();
}

/**
 * Deletes the deliveries about calls that are gone, which no lead had when they were held: a mail
 * server's answer in them can contain the address.
 */
const deleteDeliveriesWithoutCall = (transaction: DatabaseTransaction) =>
  sql`
  delete from outbox where lead_id is null and payload like '%"bookingId":%' and not exists (
    select 1 from bookings where outbox.payload like '%"' || bookings.id || '"%')`.execute(
    transaction,
  );

/**
 * Deletes the calls with exactly this email that belong to no lead with it, and all records of them.
 * Its leads' own calls are deleted with these, before this.
 * @returns how many
 */
export async function eraseUnownedCalls(
  transaction: DatabaseTransaction,
  email: string,
): Promise<number> {
  const calls = await transaction
    .deleteFrom('bookings')
    .where(sql`lower(bookings.email)`, '=', email.toLowerCase())
    .where(isUnowned(email))
    .returning('id')
    .execute();
  for (const { id } of calls) await eraseCallRecords(transaction, id);
  await deleteDeliveriesWithoutCall(transaction);
  return calls.length;
}

/** Builds SQL that selects the leads of calls that are booked and not over: `id` and `start`. */
export const selectPlannedCalls = (): RawBuilder<unknown> => sql`
  select lead_id as id, start_at as start from bookings
  where status = 'booked' and start_at > ${getTimeAgo(callMinutes * MINUTE)}`;

/** Builds an SQL condition on a row of `leads`: whether it has a call that is later than a time. */
export const hasCallSince = (time: string): RawBuilder<boolean> => sql`exists (
  select 1 from bookings where bookings.lead_id = leads.id
  and (bookings.start_at >= ${time} or bookings.updated_at >= ${time}))`;
