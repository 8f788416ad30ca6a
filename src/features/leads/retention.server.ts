import { sql } from 'kysely';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { recordLeadDeletions } from './history.server';
import type { LeadHooks } from './hooks.server';
import { leadRetentionMonths } from './retention';

/**
 * Deletes the leads whose retention period is over, and their delivery records. Won leads are
 * customers and are not deleted. Neither are leads that the hooks retain.
 */
export async function purgeExpiredLeads(
  db: Database,
  { retention, timelineSubjects }: Pick<LeadHooks, 'retention' | 'timelineSubjects'>,
): Promise<void> {
  const cutoff = new Date();
  cutoff.setUTCMonth(cutoff.getUTCMonth() - leadRetentionMonths);
  const isExpired = sql<boolean>`leads.created_at < ${cutoff.toISOString()} and leads.status <> 'closed_won'`;
  await runInTransaction(db, async (transaction) => {
    await retention.beforeDelete(transaction, isExpired);
    const deletedLeads = await transaction
      .deleteFrom('leads')
      .where(isExpired)
      .where(({ not }) => not(retention.isRetained))
      .returning(['id', 'updatedAt'])
      .execute();
    await recordLeadDeletions(transaction, deletedLeads, { userId: null, timelineSubjects });
  });
}
