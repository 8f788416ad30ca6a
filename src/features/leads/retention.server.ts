import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { DAY, getTimeAgo } from '../../lib/time';
import { purgeLeadHistory, recordLeadDeletions } from './history.server';
import type { LeadHooks } from './hooks.server';
import { leadRetentionMonths } from './retention';

/** How long a deletion and a merge can be undone. */
export const undoPeriodMs = 30 * DAY;

/**
 * Deletes for good the leads whose retention period is over, and those that were deleted 30 days
 * ago, with everything that belongs to them. Won leads are customers and are not deleted, and
 * neither are the inquiries that were merged into a retained lead, nor leads that the hooks retain.
 */
export async function purgeExpiredLeads(
  db: Database,
  { retention, timelineKinds }: Pick<LeadHooks, 'retention' | 'timelineKinds'>,
): Promise<void> {
  const cutoff = new Date();
  cutoff.setUTCMonth(cutoff.getUTCMonth() - leadRetentionMonths);
  const minCreatedAt = cutoff.toISOString();
  const isExpired = sql<boolean>`(
    leads.deleted_at < ${getTimeAgo(undoPeriodMs)}
    or leads.created_at < ${minCreatedAt} and leads.status <> 'closed_won' and not exists (
      select 1 from leads as kept where kept.id = leads.merged_into_id
      and (kept.created_at >= ${minCreatedAt} or kept.status = 'closed_won')
    )
  )`;
  await runInTransaction(db, async (transaction) => {
    await retention.beforeDelete(transaction, isExpired);
    const purged = await transaction
      .deleteFrom('leads')
      .where(isExpired)
      .where(({ not }) => not(retention.isRetained))
      .returning(['id', 'updatedAt', 'deletedAt'])
      .execute();
    if (purged.length === 0) return;
    await purgeLeadHistory(
      transaction,
      purged.map(({ id }) => id),
      Object.keys(timelineKinds),
    );
    await recordLeadDeletions(
      transaction,
      purged
        .filter(({ deletedAt }) => deletedAt === null)
        .map(({ id, updatedAt }) => ({ id, at: createTimestampAfter(updatedAt) })),
      null,
    );
    await separateOrphans(transaction);
  });
}

/**
 * Undoes the merge of inquiries that outlive the lead that they were merged into. Otherwise they
 * would be in no list.
 */
export async function separateOrphans(transaction: DatabaseTransaction): Promise<void> {
  await sql`
    update leads set merged_into_id = null, merged_at = null
    where merged_into_id is not null
      and not exists (select 1 from leads as kept where kept.id = leads.merged_into_id)`.execute(
    transaction,
  );
}
