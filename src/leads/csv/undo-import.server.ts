import { splitIntoBatches } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockRows } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import { createTimestampAfter } from '../../lib/time/create-timestamp-after.server';
import { getTimeAgo } from '../../lib/time/durations';
import { updateNextStep } from '../detail/tasks.server';
import { recordLeadDeletions } from '../history.server';
import type { LeadRow } from '../table.server';
import type { UndoReport } from './import-contract';
import { undoImportMs } from './import-store.server';

/** Tables whose rows show that somebody has worked on a lead. */
const workTables = ['leadNotes', 'leadTasks', 'leadContacts', 'bookings', 'payments'] as const;

type ImportedRow = Pick<LeadRow, 'id' | 'updatedAt' | 'mergedIntoId'>;

/** Locks the leads of an import, so that nobody works on one between the check and its deletion. */
function lockImported(transaction: DatabaseTransaction, importId: string): Promise<ImportedRow[]> {
  const query = transaction
    .selectFrom('leads')
    .select(['id', 'updatedAt', 'mergedIntoId'])
    .where('importId', '=', importId)
    .where('deletedAt', 'is', null)
    // In the order of a merge, so that the two can't deadlock.
    .orderBy('id');
  return lockRows(transaction, query).execute();
}

/** Finds the leads of an import that somebody has worked on. */
async function findWorkedOn(
  transaction: DatabaseTransaction,
  { id: importId, createdAt }: { id: string; createdAt: string },
  leads: readonly ImportedRow[],
): Promise<Set<string>> {
  const ids = new Set(leads.filter(({ updatedAt }) => updatedAt !== createdAt).map(({ id }) => id));
  for (const batch of splitIntoBatches(leads.map(({ id }) => id))) {
    for (const table of workTables) {
      const rows = await transaction
        .selectFrom(table)
        .select('leadId')
        .where('leadId', 'in', batch)
        // Notes and tasks of the import itself have its time.
        .where('createdAt', '<>', createdAt)
        .execute();
      for (const { leadId } of rows) if (leadId !== null) ids.add(leadId);
    }
    const merged = await transaction
      .selectFrom('leads')
      .select('mergedIntoId')
      .where('mergedIntoId', 'in', batch)
      .where((eb) => eb.or([eb('importId', 'is', null), eb('importId', '<>', importId)]))
      .execute();
    for (const { mergedIntoId } of merged) if (mergedIntoId !== null) ids.add(mergedIntoId);
  }
  // Keep the lead of an inquiry that stays: otherwise the inquiry would be in no list.
  const targetIds = new Map(leads.map(({ id, mergedIntoId }) => [id, mergedIntoId]));
  for (const id of ids) {
    const targetId = targetIds.get(id);
    if (targetId && targetIds.has(targetId)) ids.add(targetId);
  }
  return ids;
}

/**
 * Deletes the leads of an import, apart from those that somebody has worked on since. Rows that
 * were added to a lead are removed from it.
 * @throws AppError not_found; conflict when it was undone; gone after a day
 */
export const undoImport = (db: Database, id: string, userId: string | null): Promise<UndoReport> =>
  runInTransaction(db, async (transaction) => {
    const query = transaction.selectFrom('leadImports').selectAll().where('id', '=', id);
    const stored = await lockRows(transaction, query).executeTakeFirst();
    if (!stored) throw new AppError('not_found', 'Import not found');
    if (stored.undoneAt !== null) throw new AppError('conflict', 'This import was undone already.');
    if (stored.createdAt < getTimeAgo(undoImportMs)) {
      throw new AppError('gone', 'An import can be undone for a day.');
    }
    const at = createTimestampAfter(stored.createdAt);
    await transaction
      .updateTable('leadImports')
      .set({ undoneAt: at })
      .where('id', '=', id)
      .execute();
    const leads = await lockImported(transaction, id);
    const workedOn = await findWorkedOn(transaction, stored, leads);
    const removed = leads.filter((lead) => !workedOn.has(lead.id));
    const removedIds = removed.map((lead) => lead.id);
    for (const batch of splitIntoBatches(removedIds)) {
      await transaction
        .updateTable('leads')
        .set({ deletedAt: at, updatedAt: at, mergedIntoId: null, mergedAt: null })
        .where('id', 'in', batch)
        .execute();
    }
    await recordLeadDeletions(transaction, removedIds, at, userId);
    for (const targetId of new Set(removed.map(({ mergedIntoId }) => mergedIntoId))) {
      if (targetId !== null) await updateNextStep(transaction, targetId);
    }
    const separated = removed.filter(({ mergedIntoId }) => mergedIntoId !== null).length;
    return { removed: removed.length - separated, separated, keptIds: [...workedOn] };
  });
