import { sql } from 'kysely';
import type { Database } from '../../lib/database.server';
import { writeAudit } from '../audit/audit-store.server';
import { leadDeletions } from './lead-deletions.server';
import { leadRetentionMonths } from './lead-retention';
import './lead-table.server';

/**
 * Deletes the leads whose time is over, and with them the record of their mails. Those that were won
 * are the owner's customers, and those with a payment belong to the books: both stay.
 */
export async function purgeOldLeads(db: Database): Promise<void> {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - leadRetentionMonths);
  await db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('leads')
      .where('createdAt', '<', before.toISOString())
      .where('status', '!=', 'closed_won')
      .where(sql<boolean>`not exists (select 1 from payments where payments.lead_id = leads.id)`)
      .returning(['id', 'updatedAt'])
      .execute();
    await writeAudit(transaction, leadDeletions(gone, null));
  });
}
