import { sql } from 'kysely';
import { splitIntoBatches } from '../db/bulk-statement.server';
import type { DatabaseTransaction } from '../db/database.server';
import { lockRows } from '../db/locks.server';
import { enqueueEach } from '../foundation/outbox/store.server';
import type { LeadHooks } from '../leads/hooks.server';
import { AppError } from '../lib/errors';
import { formatMoney } from '../lib/format-number';
import { openStatuses, paidStatuses } from './payment-status';
import { writePaymentHistory } from './store.server';
import type { PaymentRow } from './table.server';

const ownerLabels = { leadId: 'lead', packageId: 'package' } as const;

/**
 * Deletes the unpaid payments of leads or packages that are about to be deleted, in the same
 * transaction, and has Stripe cancel those that are still open.
 * @param groups what is deleted together, by the lead or package that the request names
 * @returns the error for each group that must stay, because accounting needs one of its payments
 */
export async function releasePayments(
  transaction: DatabaseTransaction,
  owner: keyof typeof ownerLabels,
  groups: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, AppError>> {
  const stored: PaymentRow[] = [];
  for (const batch of splitIntoBatches([...new Set([...groups.values()].flat())])) {
    const query = transaction.selectFrom('payments').selectAll().where(owner, 'in', batch);
    // Lock first, then look: a payment that is being settled finishes before.
    stored.push(...(await lockRows(transaction, query.orderBy('id')).execute()));
  }
  const paid = new Map(
    stored
      .filter(({ status }) => paidStatuses.includes(status))
      .map((payment) => [payment[owner], payment]),
  );
  const errors = new Map<string, AppError>();
  const deletedOwners = new Set<string | null>();
  for (const [id, ids] of groups) {
    const payment = ids.map((one) => paid.get(one)).find((one) => one !== undefined);
    if (payment) errors.set(id, createPaidError(owner, payment));
    else for (const one of ids) deletedOwners.add(one);
  }
  await deletePayments(
    transaction,
    stored.filter((payment) => deletedOwners.has(payment[owner])),
  );
  return errors;
}

const createPaidError = (owner: keyof typeof ownerLabels, { amount }: PaymentRow) =>
  new AppError(
    'conflict',
    `This ${ownerLabels[owner]} has a payment of ${formatMoney(amount / 100)} and can't be deleted: payment records must be retained.`,
  );

async function deletePayments(
  transaction: DatabaseTransaction,
  payments: readonly PaymentRow[],
): Promise<void> {
  for (const batch of splitIntoBatches(payments.map(({ id }) => id))) {
    await transaction.deleteFrom('payments').where('id', 'in', batch).execute();
  }
  const open = payments.filter(({ status }) => openStatuses.includes(status));
  const updatedAt = new Date().toISOString();
  await writePaymentHistory(
    transaction,
    open.map((payment) => ({ ...payment, status: 'canceled', updatedAt })),
  );
  await enqueueEach(
    transaction,
    'payment-dropped',
    open.flatMap(({ stripePaymentIntentId: paymentIntentId }) =>
      paymentIntentId === null ? [] : [{ paymentIntentId }],
    ),
  );
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
    const groups = new Map(unpaidLeads.map(({ id }) => [id, [id]]));
    await releasePayments(transaction, 'leadId', groups);
  },
};
