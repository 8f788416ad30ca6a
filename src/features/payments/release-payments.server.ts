import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../db/database.server';
import { enqueue } from '../../foundation/outbox/store.server';
import { AppError } from '../../lib/errors';
import { formatMoney } from '../../lib/format-money';
import type { LeadHooks } from '../leads/hooks.server';
import { writePaymentHistory } from './history.server';
import { openStatuses, paidStatuses } from './payment-status';

const ownerLabels = { leadId: 'lead', packageId: 'package' } as const;

/**
 * Deletes the unpaid payments of a lead or package that is about to be deleted, in the same
 * transaction, and has Stripe cancel those that are still open.
 * @throws AppError conflict when there is a paid one, which accounting needs
 */
export async function releasePayments(
  transaction: DatabaseTransaction,
  owner: keyof typeof ownerLabels,
  id: string,
): Promise<void> {
  // Delete first, then check: the DELETE takes the row lock, so a payment that is being settled
  // finishes before we look.
  const deleted = await transaction
    .deleteFrom('payments')
    .where(owner, '=', id)
    .where('status', 'not in', paidStatuses)
    .returningAll()
    .execute();
  const paid = await transaction
    .selectFrom('payments')
    .select('amount')
    .where(owner, '=', id)
    .executeTakeFirst();
  if (paid) {
    throw new AppError(
      'conflict',
      `This ${ownerLabels[owner]} has a payment of ${formatMoney(paid.amount / 100)} and can't be deleted: payment records must be retained.`,
    );
  }
  const open = deleted.filter(({ status }) => openStatuses.includes(status));
  const updatedAt = new Date().toISOString();
  await writePaymentHistory(
    transaction,
    open.map((payment) => ({ ...payment, status: 'canceled', updatedAt })),
  );
  for (const { stripePaymentIntentId } of open) {
    if (stripePaymentIntentId === null) continue;
    await enqueue(transaction, 'payment-dropped', { paymentIntentId: stripePaymentIntentId });
  }
}

const hasPayment = sql<boolean>`exists (select 1 from payments where payments.lead_id = leads.id)`;
/** SQL condition on a row of `leads`. */
export const hasPaid = sql<boolean>`exists (
  select 1 from payments where payments.lead_id = leads.id
  and payments.status in (${sql.join(paidStatuses)}))`;

/**
 * Retains expired leads that have paid, because accounting needs them. Unpaid payments are deleted
 * before the check and retain no lead.
 */
export const retainPaidLeads: Omit<LeadHooks['retention'], 'isInUseSince'> = {
  isRetained: hasPayment,
  async beforeDelete(transaction, isExpired) {
    const unpaidLeads = await transaction
      .selectFrom('leads')
      .select('id')
      .where(isExpired)
      .where(hasPayment)
      .where(({ not }) => not(hasPaid))
      .execute();
    for (const { id } of unpaidLeads) await releasePayments(transaction, 'leadId', id);
  },
};
