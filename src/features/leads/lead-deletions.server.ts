import type { DatabaseTransaction } from '../../lib/database.server';
import { createTimestampAfter } from '../../lib/later-than.server';
import { deleteItemHistory, writeAudit } from '../audit/audit-store.server';
import { leadSubject, leadTimelineSubjects } from './lead-subjects';

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
