import type { DatabaseTransaction } from '../../db/database.server';
import { deleteItemHistory, writeAudit } from '../../foundation/audit/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { leadSubject } from './audit-subject';

/**
 * Records in the audit log that leads were deleted, in the transaction that deletes them. Nothing of their
 * content or contact data remains there, nor their payments and calls (`timelineSubjects`).
 */
export async function recordLeadDeletions(
  transaction: DatabaseTransaction,
  leads: readonly { id: string; updatedAt: string }[],
  { userId, timelineSubjects }: { userId: string | null; timelineSubjects: readonly string[] },
): Promise<void> {
  const ids = leads.map(({ id }) => id);
  for (const subject of timelineSubjects) await deleteItemHistory(transaction, subject, ids);
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
