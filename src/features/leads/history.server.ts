import type { DatabaseTransaction } from '../../db/database.server';
import {
  type AuditRecord,
  deleteItemHistory,
  writeAudit,
} from '../../foundation/audit/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';

/** The audit subject of changes to a lead itself. */
export const leadSubject = 'leads';

/** Records a change of a lead in its history, in the same transaction. */
export const writeLeadHistory = (
  transaction: DatabaseTransaction,
  change: Omit<AuditRecord, 'subject' | 'action'>,
): Promise<void> =>
  writeAudit(transaction, [{ ...change, subject: leadSubject, action: 'changed' }]);

/**
 * Records deletions of leads in the audit log, in the transaction that deletes them. Removes the
 * history of their payments and calls (`timelineSubjects`). Nothing of the leads' content or
 * contact data remains in the log.
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
