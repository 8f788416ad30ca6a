import { splitIntoBatches } from '../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import type { AppError } from '../lib/errors';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { getTimeAgo } from '../lib/time/durations';
import { type Lead, undoPeriodMs } from './contract';
import { updateNextStep } from './detail/tasks.server';
import { recordLeadDeletions, writeLeadHistory } from './history.server';
import type { LeadHooks } from './hooks.server';
import {
  createNotFoundError,
  findLastChange,
  listInquiries,
  listInquiryIds,
  lockLeads,
} from './store.server';
import { toLead } from './table.server';

/**
 * Deletes leads and the inquiries merged into them. They can be restored for 30 days. Their unpaid
 * payments are canceled at once. The number of statements does not depend on the number of leads.
 * @returns the error for each lead that stays: not_found, or conflict when a hook rejects the
 *   deletion
 */
export async function deleteLeads(
  transaction: DatabaseTransaction,
  { beforeDelete }: LeadHooks,
  ids: readonly string[],
  userId: string | null,
): Promise<Map<string, AppError>> {
  const stored = await lockLeads(transaction, ids);
  const groups = await listInquiries(
    transaction,
    stored.map(({ id }) => id),
  );
  const rejected = await beforeDelete(transaction, groups);
  const deleted = stored.filter(({ id }) => !rejected.has(id));
  if (deleted.length > 0) {
    const at = createTimestampAfter(findLastChange(deleted));
    const inquiryIds = deleted.flatMap(({ id }) => groups.get(id) ?? []);
    for (const batch of splitIntoBatches(inquiryIds)) {
      await transaction
        .updateTable('leads')
        .set({ deletedAt: at, updatedAt: at })
        .where('id', 'in', batch)
        .execute();
    }
    const deletedIds = deleted.map(({ id }) => id);
    await recordLeadDeletions(transaction, deletedIds, at, userId);
    for (const { mergedIntoId } of deleted) {
      if (mergedIntoId !== null) await updateNextStep(transaction, mergedIntoId);
    }
  }
  const missing = ids.filter((id) => !groups.has(id));
  return new Map([...rejected, ...missing.map((id) => [id, createNotFoundError()] as const)]);
}

/**
 * Restores a deleted lead, and the inquiries that were deleted with it.
 * @throws AppError not_found when it isn't deleted, or was deleted more than 30 days ago
 */
export const restoreLead = (db: Database, id: string, userId: string | null): Promise<Lead> =>
  runInTransaction(db, async (transaction) => {
    const stored = await transaction
      .selectFrom('leads')
      .select(['deletedAt', 'updatedAt'])
      .where('id', '=', id)
      .where('deletedAt', '>', getTimeAgo(undoPeriodMs))
      .executeTakeFirst();
    if (!stored) throw createNotFoundError();
    const at = createTimestampAfter(stored.updatedAt);
    const restored = await transaction
      .updateTable('leads')
      .set({ deletedAt: null, updatedAt: at })
      .where('id', 'in', await listInquiryIds(transaction, id))
      .where('deletedAt', '=', stored.deletedAt)
      .returningAll()
      .execute();
    const row = restored.find((one) => one.id === id);
    // A concurrent request has restored it.
    if (!row) throw createNotFoundError();
    await writeLeadHistory(transaction, { itemId: id, action: 'restored', at, userId });
    if (row.mergedIntoId !== null) await updateNextStep(transaction, row.mergedIntoId);
    return toLead(row);
  });
