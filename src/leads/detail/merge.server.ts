import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import { createTimestampAfter } from '../../lib/time/create-timestamp-after.server';
import { getTimeAgo } from '../../lib/time/durations';
import { type Lead, undoPeriodMs } from '../contract';
import { writeLeadHistory } from '../history.server';
import { createNotFoundError, findLastChange, listInquiryIds, lockLead } from '../store.server';
import { toLead } from '../table.server';
import { lockPair } from './related.server';
import { updateNextStep } from './tasks.server';

/** Lists the inquiries that were merged, newest first. */
export async function listMerged(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('leads')
    .selectAll()
    .where('id', 'in', ids)
    .where('mergedIntoId', 'is not', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...toLead(row), mergedAt: row.mergedAt ?? '' }));
}

/**
 * Merges one lead into another. It keeps all its records and is shown with the other one, so that
 * the merge can be undone.
 * @throws AppError not_found; conflict when one of them is merged already
 */
export const mergeLeads = (
  db: Database,
  { keepId, otherId }: { keepId: string; otherId: string },
  userId: string | null,
): Promise<Lead> =>
  runInTransaction(db, async (transaction) => {
    const { lead: kept, other } = await lockPair(transaction, keepId, otherId);
    if (kept.mergedIntoId !== null || other.mergedIntoId !== null) {
      throw new AppError('conflict', 'One of these leads is part of another lead already.');
    }
    const at = createTimestampAfter(findLastChange([kept, other]));
    await transaction
      .updateTable('leads')
      .set({ mergedIntoId: keepId, mergedAt: at, updatedAt: at })
      .where('id', '=', otherId)
      .execute();
    const after = { mergedLeadId: otherId };
    await writeLeadHistory(transaction, { itemId: keepId, at, userId, after });
    await updateNextStep(transaction, keepId);
    return toLead(await lockLead(transaction, keepId));
  });

/**
 * Undoes a merge, also of an inquiry that was part of a lead when that was merged.
 * @returns the lead that is on its own again
 * @throws AppError not_found; gone after 30 days
 */
export const unmergeLeads = (
  db: Database,
  { id, otherId }: { id: string; otherId: string },
  userId: string | null,
): Promise<Lead> =>
  runInTransaction(db, async (transaction) => {
    const other = await lockLead(transaction, otherId);
    const inquiryIds = await listInquiryIds(transaction, id);
    if (id === otherId || !inquiryIds.includes(otherId)) throw createNotFoundError();
    if ((other.mergedAt ?? '') < getTimeAgo(undoPeriodMs)) {
      throw new AppError('gone', 'A merge can be undone for 30 days.');
    }
    const at = createTimestampAfter(other.updatedAt);
    const separated = await transaction
      .updateTable('leads')
      .set({ mergedIntoId: null, mergedAt: null, updatedAt: at })
      .where('id', '=', otherId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = { unmergedLeadId: otherId };
    await writeLeadHistory(transaction, { itemId: id, at, userId, after });
    if (other.mergedIntoId !== null) await updateNextStep(transaction, other.mergedIntoId);
    return toLead(separated);
  });
