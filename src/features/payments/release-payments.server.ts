import type { DatabaseTransaction } from '../../db/database.server';
import { enqueue } from '../../foundation/outbox/store.server';
import { AppError } from '../../lib/errors';
import { formatMoney } from '../../lib/format-money';
import { writePaymentHistory } from './history.server';
import { openStatuses, paidStatuses } from './payment-status';
import './table.server';

const ownerLabels = { leadId: 'lead', packageId: 'package' } as const;

/**
 * Lets go of the payments of what is about to be deleted, in the transaction that deletes it: those
 * without money go with it, and Stripe is told to take no more for them.
 * @throws AppError conflict when money has come in: that belongs to the books
 */
export async function releasePayments(
  transaction: DatabaseTransaction,
  owner: keyof typeof ownerLabels,
  id: string,
): Promise<void> {
  // Deleted before it is looked at: what is being paid right now is waited for.
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
  if (owner === 'packageId') {
    const updatedAt = new Date().toISOString();
    await writePaymentHistory(
      transaction,
      open.map((payment) => ({ ...payment, status: 'canceled', updatedAt })),
    );
  }
  for (const { stripePaymentIntentId } of open) {
    if (stripePaymentIntentId === null) continue;
    await enqueue(transaction, 'payment-dropped', { paymentIntentId: stripePaymentIntentId });
  }
}
