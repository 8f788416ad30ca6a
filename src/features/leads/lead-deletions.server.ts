import type { DatabaseTransaction } from '../../lib/database.server';
import { laterThan } from '../../lib/later-than.server';
import { forgetItems, writeAudit } from '../audit/audit-store.server';
import { leadHappenings, leadSubject } from './lead-subjects';

/**
 * Writes down that leads were deleted, with their deletion. Nothing of what they said is kept, nor of
 * who said it, nor what they chose to pay for and when they wanted to be called.
 */
export async function noteLeadDeletions(
  transaction: DatabaseTransaction,
  leads: readonly { id: string; updatedAt: string }[],
  userId: string | null,
): Promise<void> {
  const ids = leads.map(({ id }) => id);
  for (const subject of leadHappenings) await forgetItems(transaction, subject, ids);
  await writeAudit(
    transaction,
    leads.map(({ id, updatedAt }) => ({
      subject: leadSubject,
      itemId: id,
      action: 'deleted',
      at: laterThan(updatedAt),
      userId,
    })),
  );
}
