import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { splitIntoBatches } from '../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { lockRows } from '../db/locks.server';
import { runInTransaction } from '../db/transactions.server';
import { enqueue, enqueueEach } from '../foundation/outbox/store.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import { AppError } from '../lib/errors';
import { listKeys } from '../lib/list';
import type { Lead, LeadPatch } from './contract';
import { requireProjectManager } from './desk/project-managers.server';
import { writeLeadHistory } from './history.server';
import type { FindPackages } from './inquiry/package-choice';
import { deriveLeadKeys } from './lead-keys.server';
import { saveSearchText } from './search/search-text-table.server';
import { type LeadRow, toLead } from './table.server';

export const createNotFoundError = () => new AppError('not_found', 'Lead not found');

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
  db: Database | DatabaseTransaction,
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
export const listInquiryIds = async (
  db: Database | DatabaseTransaction,
  id: string,
): Promise<string[]> => (await listInquiries(db, [id])).get(id) ?? [id];

/** The fields of a lead that the admin may change. */
type LeadChange = Omit<LeadPatch, 'note'> & { suspect?: Lead['suspect'] };

/** Fields whose changes have an entry of their own in the history. */
const separateFields = ['status', 'nextStep', 'assignedPmId', 'suspect'] as const;

/** Returns the fields whose value differs, with the values before and after. */
function findChanges(lead: Lead, change: LeadChange) {
  const changed = listKeys(change).filter(
    (name) => JSON.stringify(lead[name]) !== JSON.stringify(change[name]),
  );
  const pick = (source: LeadChange, names: readonly (keyof LeadChange)[]) =>
    Object.fromEntries(names.map((name) => [name, source[name] ?? null]));
  const isSeparate = (name: keyof LeadChange) => separateFields.some((field) => field === name);
  const groups = [
    changed.filter((name) => !isSeparate(name)),
    ...separateFields.filter((name) => changed.includes(name)).map((name) => [name]),
  ].filter((names) => names.length > 0);
  return groups.map((names) => ({ before: pick(lead, names), after: pick(change, names) }));
}

/**
 * Changes a lead and records who did it. Nothing is stored if no value differs.
 * @param at the time of the change, later than the lead's last one
 */
export async function updateLead(
  transaction: DatabaseTransaction,
  stored: LeadRow,
  change: LeadChange,
  userId: string | null,
  at = createTimestampAfter(stored.updatedAt),
): Promise<Lead> {
  const before = toLead(stored);
  const changes = findChanges(before, change);
  if (changes.length === 0) return before;
  const { nextStep, ...columns } = change;
  const isAnswer = stored.status === 'new' && ![undefined, 'new'].includes(change.status);
  const row = await transaction
    .updateTable('leads')
    .set({
      ...columns,
      ...deriveLeadKeys({ ...before, ...columns }),
      ...(nextStep !== undefined && {
        nextStepText: nextStep?.text ?? null,
        nextStepDueAt: nextStep?.dueAt ?? null,
      }),
      ...(isAnswer && { answeredAt: stored.answeredAt ?? at }),
      updatedAt: at,
    })
    .where('id', '=', stored.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const lead = toLead(row);
  const isTextChanged = changes.some(({ after }) => !separateFields.some((name) => name in after));
  if (isTextChanged) await saveSearchText(transaction, lead);
  const entries = changes.map((one) => ({ itemId: stored.id, at, userId, ...one }));
  await writeLeadHistory(transaction, ...entries);
  // Webhooks receive no spam. When the mark is removed, they receive the lead as new.
  const changed = changes.flatMap(({ after }) => Object.keys(after)).filter((n) => n !== 'suspect');
  if (lead.suspect === null && changed.length > 0) {
    await enqueue(transaction, 'lead-updated', { leadId: lead.id, changed });
  }
  return lead;
}

/**
 * Makes one change of several leads, and records it for each that differs. The number of statements
 * does not depend on the number of leads.
 * @returns the leads that differed, as they are now
 */
export async function updateLeads(
  transaction: DatabaseTransaction,
  stored: readonly LeadRow[],
  change: Pick<LeadChange, 'status' | 'assignedPmId' | 'suspect'>,
  userId: string | null,
): Promise<LeadRow[]> {
  const changed = stored.flatMap((row) => {
    const changes = findChanges(toLead(row), change);
    return changes.length > 0 ? [{ row, changes }] : [];
  });
  const last = changed
    .map(({ row }) => row.updatedAt)
    .sort()
    .at(-1);
  if (last === undefined) return [];
  const at = createTimestampAfter(last);
  const rows = await transaction
    .updateTable('leads')
    .set({
      ...change,
      // Sees the status from before the change.
      ...(![undefined, 'new'].includes(change.status) && {
        answeredAt: sql`case when status = 'new' then coalesce(answered_at, ${at}) else answered_at end`,
      }),
      updatedAt: at,
    })
    .where(
      'id',
      'in',
      changed.map(({ row }) => row.id),
    )
    .returningAll()
    .execute();
  const entries = changed.flatMap(({ row, changes }) =>
    changes.map((one) => ({ itemId: row.id, at, userId, ...one })),
  );
  await writeLeadHistory(transaction, ...entries);
  // As in `updateLead`.
  const reported = listKeys(change).filter((name) => name !== 'suspect');
  if (reported.length > 0) {
    await enqueueEach(
      transaction,
      'lead-updated',
      changed
        .filter(({ row }) => row.suspect === null)
        .map(({ row }) => ({ leadId: row.id, changed: reported })),
    );
  }
  return rows;
}

interface PatchOptions {
  /** Whether the change was made from the given version. */
  isExpected: (version: string) => boolean;
  findPackages: FindPackages;
  userId: string | null;
}

/**
 * Changes the fields that are sent, and records who did it. Stores the note about the change, if any.
 * @throws AppError not_found; changed when another version is stored; invalid for an unknown
 *   project manager
 */
export async function patchLead(
  db: Database,
  id: string,
  { note, ...patch }: LeadPatch,
  { isExpected, findPackages, userId }: PatchOptions,
): Promise<Lead> {
  const { interestedPackageId } = patch;
  const packages = interestedPackageId ? await findPackages([interestedPackageId]) : [];
  return runInTransaction(db, async (transaction) => {
    const stored = await lockLead(transaction, id);
    if (!isExpected(stored.updatedAt)) {
      throw new AppError('changed', 'Someone else changed this lead in the meantime.');
    }
    if (patch.assignedPmId) await requireProjectManager(transaction, patch.assignedPmId);
    const name = patch.interestedPackage ?? stored.interestedPackage;
    const isPackageChanged = 'interestedPackage' in patch || 'interestedPackageId' in patch;
    const change: LeadChange = {
      ...patch,
      // A package's ID is stored only with its name.
      ...(isPackageChanged && {
        interestedPackageId: packages.some((one) => one.name === name)
          ? (interestedPackageId ?? null)
          : null,
      }),
    };
    const changed = await updateLead(transaction, stored, change, userId);
    if (note !== undefined && changed.updatedAt !== stored.updatedAt) {
      const row = { id: uuidv7(), leadId: id, userId, createdAt: changed.updatedAt };
      await transaction
        .insertInto('leadNotes')
        .values({ ...row, text: note })
        .execute();
    }
    return changed;
  });
}
