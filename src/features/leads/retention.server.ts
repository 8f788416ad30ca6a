import { sql } from 'kysely';
import type { Database } from '../../db/database.server';
import { paidStatuses } from '../payments/payment-status';
import { releasePayments } from '../payments/release-payments.server';
import { recordLeadDeletions } from './record-deletions.server';
import { leadRetentionMonths } from './retention';
import './table.server';
import { runInTransaction } from '../../db/run-in-transaction.server';

/** Whether a lead has a payment, of whatever kind or of one where money came in. */
const hasPayment = sql<boolean>`exists (select 1 from payments where payments.lead_id = leads.id)`;
const hasPaid = sql<boolean>`exists (
  select 1 from payments where payments.lead_id = leads.id
  and payments.status in (${sql.join(paidStatuses)}))`;

/**
 * Deletes the leads whose time is over, and with them the record of their mails. Those that were won
 * are the owner's customers, and those that have paid belong to the books: both stay. A payment that
 * was begun and never made keeps nobody.
 */
export async function purgeOldLeads(db: Database): Promise<void> {
  const cutoff = new Date();
  cutoff.setUTCMonth(cutoff.getUTCMonth() - leadRetentionMonths);
  const isExpired = sql<boolean>`leads.created_at < ${cutoff.toISOString()} and leads.status <> 'closed_won'`;
  await runInTransaction(db, async (transaction) => {
    const unpaidLeads = await transaction
      .selectFrom('leads')
      .select('id')
      .where(isExpired)
      .where(hasPayment)
      .where(({ not }) => not(hasPaid))
      .execute();
    for (const { id } of unpaidLeads) await releasePayments(transaction, 'leadId', id);
    const deletedLeads = await transaction
      .deleteFrom('leads')
      .where(isExpired)
      .where(({ not }) => not(hasPayment))
      .returning(['id', 'updatedAt'])
      .execute();
    await recordLeadDeletions(transaction, deletedLeads, null);
  });
}
