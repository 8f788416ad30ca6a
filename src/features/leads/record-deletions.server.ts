import type { DatabaseTransaction } from '../../db/database.server';
import { deleteItemHistory, writeAudit } from '../../foundation/audit/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { leadSubject, leadTimelineSubjects } from './audit-subjects';

/**
 * Writes down that leads were deleted, with their deletion. Nothing of what they said is kept, nor of
 * who said it, nor what they chose to pay for and when they wanted to be called.
 */
export async function recordLeadDeletions(
  transaction: DatabaseTransaction,
  leads: readonly { id: string; updatedAt: string }[],
  userId: string | null,
): Promise<void> {
  const ids = leads.map(({ id }) => id);
  for (const subject of leadTimelineSubjects) await deleteItemHistory(transaction, subject, ids);
  await writeAudit(
    transaction,
    leads.map(({ id, updatedAt }) => ({
      subject: leadSubject,
      itemId: id,
      action: 'deleted',
      at: createTimestampAfter(updatedAt),
      userId,
    })),
  );
}
