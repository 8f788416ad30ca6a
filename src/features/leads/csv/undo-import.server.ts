import type { Database, DatabaseTransaction } from '../../../db/database.server';
import { runInTransaction } from '../../../db/run-in-transaction.server';
import { splitIntoBatches } from '../../../db/split-into-batches.server';
import { createTimestampAfter } from '../../../lib/create-timestamp-after.server';
import { AppError } from '../../../lib/errors';
import { z } from '../../../lib/schema';
import { DAY, getTimeAgo } from '../../../lib/time';
import { recordLeadDeletions } from '../history.server';

/** How long an import can be undone. */
const undoImportMs = DAY;

/** Report of an import that was undone. */
export const undoReport = z.object({
  removed: z.number(),
  /** Leads that stay, because somebody has worked on them. */
  keptIds: z.array(z.string()),
});

/** Tables whose rows show that somebody has worked on a lead. */
const workTables = ['leadNotes', 'leadTasks', 'leadContacts', 'bookings', 'payments'] as const;

async function findWorkedOn(
  transaction: DatabaseTransaction,
  leads: readonly { id: string; createdAt: string; updatedAt: string }[],
): Promise<Set<string>> {
  const ids = new Set(
    leads.filter((lead) => lead.updatedAt !== lead.createdAt).map(({ id }) => id),
  );
  for (const table of workTables) {
    for (const batch of splitIntoBatches(leads)) {
      const rows = await transaction
        .selectFrom(table)
        .select('leadId')
        .where(
          'leadId',
          'in',
          batch.map(({ id }) => id),
        )
        .execute();
      for (const { leadId } of rows) if (leadId !== null) ids.add(leadId);
    }
  }
  return ids;
}

/**
 * Deletes the leads of an import, apart from those that somebody has worked on since.
 * @throws AppError not_found; conflict when it was undone; gone after a day
 */
export const undoImport = (
  db: Database,
  id: string,
  userId: string | null,
): Promise<z.output<typeof undoReport>> =>
  runInTransaction(db, async (transaction) => {
    const stored = await transaction
      .updateTable('leadImports')
      .set((eb) => ({ undoneAt: eb.ref('undoneAt') }))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
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
    const leads = await transaction
      .selectFrom('leads')
      .select(['id', 'createdAt', 'updatedAt'])
      .where('importId', '=', id)
      .where('deletedAt', 'is', null)
      .execute();
    const workedOn = await findWorkedOn(transaction, leads);
    const removed = leads.filter((lead) => !workedOn.has(lead.id));
    for (const batch of splitIntoBatches(removed)) {
      await transaction
        .updateTable('leads')
        .set({ deletedAt: at, updatedAt: at })
        .where(
          'id',
          'in',
          batch.map((lead) => lead.id),
        )
        .execute();
    }
    await recordLeadDeletions(
      transaction,
      removed.map((lead) => ({ id: lead.id, at })),
      userId,
    );
    return { removed: removed.length, keptIds: [...workedOn] };
  });
