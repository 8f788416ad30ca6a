import { type RawBuilder, sql } from 'kysely';
import { getConsentedDeliveries } from '../analytics/contract';
import { appendInquiries, toFunnelSource } from '../analytics/store.server';
import { splitIntoBatches } from '../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { lockRows } from '../db/locks.server';
import { enqueueEach, enqueueEachMissing } from '../foundation/outbox/store.server';
import { AppError } from '../lib/errors';
import { listKeys } from '../lib/list';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { getTimeAgo, MINUTE } from '../lib/time/durations';
import type { Lead, LeadPatch, LeadStatus } from './contract';
import { writeLeadHistory } from './history.server';
import { serializePlan } from './lead-plan';
import { updateSearchTexts } from './search/search-texts.server';
import { deriveLeadKeys, type LeadRow, toLead } from './table.server';

export const createNotFoundError = () => new AppError('not_found', 'Lead not found');

export const createChangedError = () =>
  new AppError('changed', 'Someone else changed this lead in the meantime.');

/** Checks that a lead is stored, perhaps deleted. @throws AppError not_found */
export async function requireLead(db: Database, id: string): Promise<void> {
  const query = db.selectFrom('leads').select('id').where('id', '=', id);
  if (!(await query.executeTakeFirst())) throw createNotFoundError();
}

/**
 * Locks and loads a lead. The UPDATE makes a concurrent writer wait, so that
 * each change is recorded once.
 * @throws AppError not_found, also for a deleted lead
 */
export async function lockLead(transaction: DatabaseTransaction, id: string): Promise<LeadRow> {
  const stored = await transaction
    .updateTable('leads')
    // A lead that is being changed is active, so withdraw an announced deletion.
    .set({ expiresAt: null })
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!stored) throw createNotFoundError();
  return stored;
}

/** Locks and loads a lead, or the one that it was merged into. @throws AppError not_found */
export async function lockCurrentLead(
  transaction: DatabaseTransaction,
  id: string,
): Promise<LeadRow> {
  const lead = await lockLead(transaction, id);
  return lead.mergedIntoId ? lockCurrentLead(transaction, lead.mergedIntoId) : lead;
}

/**
 * Locks and loads several leads as `lockLead` does, without those that are deleted. Always in the
 * same order, so that two requests for the same leads can't deadlock.
 */
export async function lockLeads(
  transaction: DatabaseTransaction,
  ids: readonly string[],
): Promise<LeadRow[]> {
  const query = transaction.selectFrom('leads').select('id').where('id', 'in', ids).orderBy('id');
  await lockRows(transaction, query).execute();
  return transaction
    .updateTable('leads')
    .set({ expiresAt: null })
    .where('id', 'in', ids)
    .where('deletedAt', 'is', null)
    .returningAll()
    .execute();
}

/**
 * Lists the inquiries of leads: themselves, and those that were merged into them, directly or
 * through another one.
 * @returns their IDs by the lead's ID
 */
export async function listInquiries(
  db: Database,
  leadIds: readonly string[],
): Promise<Map<string, string[]>> {
  const groups = new Map<string, string[]>();
  for (const batch of splitIntoBatches(leadIds)) {
    const { rows } = await sql<{ leadId: string; id: string }>`
      with recursive inquiries (lead_id, id) as (
        select id, id from leads where id in (${sql.join(batch)})
        union
        select inquiries.lead_id, leads.id
        from leads join inquiries on leads.merged_into_id = inquiries.id
      )
      select lead_id, id from inquiries`.execute(db);
    for (const { leadId, id } of rows) groups.set(leadId, [...(groups.get(leadId) ?? []), id]);
  }
  return groups;
}

/** Lists a lead and the inquiries that were merged into it, directly or through another one. */
export const listInquiryIds = async (db: Database, id: string): Promise<string[]> =>
  (await listInquiries(db, [id])).get(id) ?? [id];

/**
 * Builds SQL that selects an inquiry and all that are merged with it: into it, with it into another,
 * or above it.
 * @param id an SQL expression
 */
export const selectMergedIds = (id: RawBuilder<string>): RawBuilder<string> => sql`
  with recursive merged (id, merged_into_id) as (
    select own.id, own.merged_into_id from leads as own where own.id = ${id}
    union
    select other.id, other.merged_into_id from leads as other
    join merged on other.id = merged.merged_into_id or other.merged_into_id = merged.id
  )
  select id from merged`;

/** The fields of a lead that the admin may change. */
export type LeadChange = Omit<LeadPatch, 'note' | 'nextStep'> &
  Partial<Pick<Lead, 'suspect' | 'plan'>>;

/** Fields whose changes have an entry of their own in the history. */
const separateFields = ['status', 'assignedPmId', 'suspect', 'plan'] as const;

const isSeparate = (name: string) => separateFields.some((field) => field === name);

/** Returns the fields whose value differs, with the values before and after. */
function findChanges(lead: Lead, change: LeadChange) {
  const changed = listKeys(change).filter(
    (name) => JSON.stringify(lead[name]) !== JSON.stringify(change[name]),
  );
  const pick = (source: LeadChange, names: readonly (keyof LeadChange)[]) =>
    Object.fromEntries(names.map((name) => [name, source[name] ?? null]));
  const groups = [
    changed.filter((name) => !isSeparate(name)),
    ...separateFields.filter((name) => changed.includes(name)).map((name) => [name]),
  ].filter((names) => names.length > 0);
  return groups.map((names) => ({ before: pick(lead, names), after: pick(change, names) }));
}

/** Returns when the last of some leads was changed; the epoch without any. */
export const findLastChange = (leads: readonly Pick<LeadRow, 'updatedAt'>[]): string =>
  leads.reduce(
    (last, { updatedAt }) => (updatedAt > last ? updatedAt : last),
    getTimeAgo(Date.now()),
  );

/** Time within which a change of the status back to "new" takes an answer back. */
const answerUndoMs = 15 * MINUTE;

/**
 * Builds the SQL of a lead's first answer, which sees the row from before a change of its status. A
 * status that was set by mistake is no answer; an answer with a recorded contact stays.
 */
const changeAnsweredAt = (status: LeadStatus, at: string) =>
  status === 'new'
    ? sql<string | null>`case when answered_at > ${getTimeAgo(answerUndoMs)} and not exists (
        select 1 from lead_contacts where lead_id = leads.id) then null else answered_at end`
    : sql<string | null>`case when status = 'new' then coalesce(answered_at, ${at})
        else answered_at end`;

/**
 * Makes one change of leads, and records it for each that differs. The number of statements does not
 * depend on the number of leads, unless their texts change.
 * @returns the leads that differed, as they are now
 */
export async function updateLeads(
  transaction: DatabaseTransaction,
  stored: readonly LeadRow[],
  change: LeadChange,
  userId: string | null,
): Promise<LeadRow[]> {
  const at = createTimestampAfter(findLastChange(stored));
  const changes = stored.flatMap((row) =>
    findChanges(toLead(row), change).map((one) => ({ itemId: row.id, at, userId, ...one })),
  );
  if (changes.length === 0) return [];
  const changedIds = [...new Set(changes.map(({ itemId }) => itemId))];
  const { plan, ...columns } = change;
  const rows = await transaction
    .updateTable('leads')
    .set({
      ...columns,
      ...(plan !== undefined && { plan: serializePlan(plan) }),
      ...(change.status !== undefined && { answeredAt: changeAnsweredAt(change.status, at) }),
      updatedAt: at,
    })
    .where('id', 'in', changedIds)
    .returningAll()
    .execute();
  if (changes.some(({ after }) => Object.keys(after).some((name) => !isSeparate(name)))) {
    for (const row of rows) await saveTexts(transaction, toLead(row));
  }
  await writeLeadHistory(transaction, ...changes);
  // Webhooks receive no spam. When the mark is removed, they receive the lead as new.
  const events = rows
    .filter(({ suspect }) => suspect === null)
    .map(({ id }) => ({
      leadId: id,
      changed: changes
        .flatMap(({ itemId, after }) => (itemId === id ? Object.keys(after) : []))
        .filter((name) => name !== 'suspect'),
    }));
  await enqueueEach(
    transaction,
    'lead-updated',
    events.filter(({ changed }) => changed.length > 0),
  );
  return rows;
}

/** Stores what is derived from a lead's texts. */
async function saveTexts(transaction: DatabaseTransaction, lead: Lead): Promise<void> {
  const keys = deriveLeadKeys(lead);
  await transaction.updateTable('leads').set(keys).where('id', '=', lead.id).execute();
  await updateSearchTexts(transaction, [lead]);
}

/** Changes a lead as `updateLeads` does. @returns the lead as it is now */
export async function updateLead(
  transaction: DatabaseTransaction,
  stored: LeadRow,
  change: LeadChange,
  userId: string | null,
): Promise<Lead> {
  const [changed = stored] = await updateLeads(transaction, [stored], change, userId);
  return toLead(changed);
}

/**
 * Removes the spam mark from leads and records who did it. Then creates what spam doesn't get: the
 * confirmation emails, the conversions and the funnel counts.
 * @returns the leads that were marked, as they are now
 */
export async function clearSpamMarks(
  transaction: DatabaseTransaction,
  stored: readonly LeadRow[],
  userId: string | null,
): Promise<LeadRow[]> {
  const cleared = await updateLeads(transaction, stored, { suspect: null }, userId);
  // Those that were marked by hand: their emails and conversions were sent before.
  const sentIds = new Set(
    stored.filter(({ suspect }) => suspect === 'by-hand').map(({ id }) => id),
  );
  const leads = cleared.filter(({ id }) => !sentIds.has(id)).map(toLead);
  if (leads.length === 0) return cleared;
  const payloads = leads.map(({ id, consent }) => ({
    ...{ leadId: id, agreed: getConsentedDeliveries(consent), isSuspect: false },
  }));
  await enqueueEachMissing(transaction, 'lead-created', payloads);
  const sources = leads.map(({ attribution }) => toFunnelSource(attribution));
  await transaction.executeQuery(appendInquiries(transaction, sources));
  return cleared;
}
