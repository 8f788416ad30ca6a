import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Attribution } from '../analytics/attribution/touch';
import { parseAttribution } from '../analytics/contract';
import { countVisitorStep } from '../analytics/store.server';
import { type Database, type DatabaseTransaction, isUniqueViolation } from '../db/database.server';
import { lockRows } from '../db/locks.server';
import { runInTransaction } from '../db/transactions.server';
import { writeAudit } from '../foundation/audit/store.server';
import { enqueue } from '../foundation/outbox/store.server';
import { selectMergedIds } from '../leads/store.server';
import { findLead } from '../leads/table.server';
import { formatMoney } from '../lib/format-number';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { type PaymentHistoryEntry, paymentAuditSubject } from './history';
import {
  getEarlierStatuses,
  openStatuses,
  type PaymentStatus,
  paidStatuses,
} from './payment-status';
import type { StripePayment } from './stripe-payment.server';
import type { PaymentRow } from './table.server';

/** Finds a payment; undefined when it doesn't exist. */
export const findPayment = (
  db: Database,
  column: 'id' | 'stripePaymentIntentId',
  value: string,
): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where(column, '=', value).executeTakeFirst();

/** Loads a payment and its lead for a message about it. Undefined when one of them was deleted. */
export async function findPaidLead(db: Database, paymentId: string) {
  const payment = await findPayment(db, 'id', paymentId);
  const lead = payment && (await findLead(db, payment.leadId));
  return lead && { payment, lead, amountText: formatMoney(payment.amount / 100) };
}

/**
 * Finds a lead's open payment for a package, or before that the paid one of any inquiry that is merged
 * with it.
 */
export async function findActivePayment(
  db: Database | DatabaseTransaction,
  leadId: string,
  packageId: string,
): Promise<PaymentRow | undefined> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where(sql<boolean>`lead_id in (${selectMergedIds(sql.val(leadId))})`)
    .where('packageId', '=', packageId)
    .where('status', 'in', [...openStatuses, 'succeeded'])
    .execute();
  return (
    rows.find((row) => row.status === 'succeeded') ?? rows.find((row) => row.leadId === leadId)
  );
}

type NewPayment = Pick<
  PaymentRow,
  'leadId' | 'packageId' | 'packageName' | 'amount' | 'currency' | 'proposalId'
> & { attribution: Attribution | null };

/** Stores a new payment; undefined when a concurrent request was faster, or deleted the lead. */
export async function createPayment(
  db: Database,
  { attribution, ...payment }: NewPayment,
): Promise<PaymentRow | undefined> {
  const now = new Date().toISOString();
  try {
    return await runInTransaction(db, async (transaction) => {
      const lead = transaction
        .selectFrom('leads')
        .select('id')
        .where('id', '=', payment.leadId)
        .where('deletedAt', 'is', null);
      // A deletion that has locked the lead would not see this payment.
      if (!(await lockRows(transaction, lead).executeTakeFirst())) return undefined;
      const created = await transaction
        .insertInto('payments')
        .values({
          ...payment,
          attribution: attribution && JSON.stringify(attribution),
          id: randomUUID(),
          status: 'pending',
          refundedAmount: 0,
          createdAt: now,
          updatedAt: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await writePaymentHistory(transaction, [created]);
      return created;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Cancels open payments that never reached Stripe: one, or all created before an ISO 8601 time. */
export const cancelUnsentPayments = (
  db: Database,
  filter: { id: string } | { before: string },
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const query = transaction
      .updateTable('payments')
      .set({ status: 'canceled', updatedAt: new Date().toISOString() })
      .where('stripePaymentIntentId', 'is', null)
      .where('status', 'in', openStatuses)
      .returningAll();
    const canceled = await ('id' in filter
      ? query.where('id', '=', filter.id)
      : query.where('createdAt', '<', filter.before)
    ).execute();
    await writePaymentHistory(transaction, canceled);
  });

/** Finds a payment by Stripe's id, or by our own when Stripe's was never stored. */
async function findByStripePayment(
  transaction: DatabaseTransaction,
  { intentId, paymentId }: StripePayment,
): Promise<PaymentRow | undefined> {
  const known = await findPayment(transaction, 'stripePaymentIntentId', intentId);
  if (known || paymentId === null) return known;
  const own = await findPayment(transaction, 'id', paymentId);
  return own?.stripePaymentIntentId === null ? own : undefined;
}

/**
 * Returns whether Stripe's state has the amount, currency and id of this payment. Anything else
 * doesn't count as paid.
 */
const isConsistent = (row: PaymentRow, stripePayment: StripePayment): boolean =>
  stripePayment.amount === row.amount &&
  stripePayment.currency.toLowerCase() === row.currency &&
  (stripePayment.paymentId === null || stripePayment.paymentId === row.id);

/**
 * Moves a payment to a later status. A replayed message writes nothing.
 * @returns the updated payment; undefined when it already had that status or a later one
 */
async function advance(
  transaction: DatabaseTransaction,
  row: PaymentRow,
  status: PaymentStatus,
): Promise<PaymentRow | undefined> {
  const before = getEarlierStatuses(status);
  if (!before.includes(row.status)) return undefined;
  const moved = await transaction
    .updateTable('payments')
    .set({ status, updatedAt: createTimestampAfter(row.updatedAt) })
    .where('id', '=', row.id)
    .where('status', 'in', before)
    .returningAll()
    .executeTakeFirst();
  if (moved) await writePaymentHistory(transaction, [moved]);
  return moved;
}

/** Cancels an open payment whose PaymentIntent Stripe doesn't know. It may still turn out as paid. */
export const cancelMissingPayment = (db: Database, intentId: string): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const found = await findPayment(transaction, 'stripePaymentIntentId', intentId);
    if (found) await advance(transaction, found, 'canceled');
  });

/** Stores the total refund. @returns the updated payment; undefined when nothing changed */
const increaseRefund = (
  transaction: DatabaseTransaction,
  row: PaymentRow,
  refundedAmount: number,
): Promise<PaymentRow | undefined> =>
  transaction
    .updateTable('payments')
    .set({ refundedAmount, updatedAt: createTimestampAfter(row.updatedAt) })
    .where('id', '=', row.id)
    .where('refundedAmount', '<', refundedAmount)
    .returningAll()
    .executeTakeFirst();

/**
 * Marks a payment as paid, and stores its refund. In two steps, so that every paid payment passes
 * through `succeeded` once, even when the refund arrives first. The deliveries and the funnel count
 * are stored with that step.
 */
async function applyPaid(
  transaction: DatabaseTransaction,
  found: PaymentRow,
  { status, refundedAmount }: StripePayment,
): Promise<void> {
  const { id: paymentId, leadId, attribution } = found;
  const paid = await advance(transaction, found, 'succeeded');
  if (paid) {
    await enqueue(transaction, 'payment-succeeded', { leadId, paymentId });
    await countVisitorStep(transaction, 'payment', parseAttribution(attribution));
  }
  const refunded = await increaseRefund(transaction, paid ?? found, refundedAmount);
  if (status === 'refunded') await advance(transaction, refunded ?? paid ?? found, 'refunded');
  else if (refunded) await writePaymentHistory(transaction, [refunded]);
}

/**
 * Applies Stripe's state of a payment. Idempotent and independent of order, even across processes.
 * @returns the payment afterwards; undefined when it is unknown
 */
export async function applyStripePayment(
  { db, log }: { db: Database; log: FastifyBaseLogger },
  stripePayment: StripePayment,
): Promise<PaymentRow | undefined> {
  const row = await runInTransaction(db, async (transaction) => {
    const found = await findByStripePayment(transaction, stripePayment);
    if (!found || !isConsistent(found, stripePayment)) return found;
    if (found.stripePaymentIntentId === null) {
      await transaction
        .updateTable('payments')
        .set({ stripePaymentIntentId: stripePayment.intentId })
        .where('id', '=', found.id)
        .where('stripePaymentIntentId', 'is', null)
        .execute();
    }
    if (paidStatuses.includes(stripePayment.status)) {
      await applyPaid(transaction, found, stripePayment);
    } else await advance(transaction, found, stripePayment.status);
    return found;
  });
  // After the commit, because the transaction may be retried.
  if (row && !isConsistent(row, stripePayment)) {
    log.error(
      { payment: row.id, facts: stripePayment },
      'Stripe reports another amount than requested',
    );
  }
  return row && findPayment(db, 'id', row.id);
}

/**
 * Records changes of payments in their leads' history, in the transaction that makes them. Page,
 * webhook and reconciliation may all report the same change. Only the one that applies it records
 * it.
 */
export const writePaymentHistory = (
  transaction: DatabaseTransaction,
  payments: readonly PaymentRow[],
): Promise<void> =>
  writeAudit(
    transaction,
    payments.map(({ leadId, status, packageName, amount, refundedAmount, updatedAt }) => ({
      subject: paymentAuditSubject,
      itemId: leadId,
      action: status === 'pending' ? 'created' : 'changed',
      at: updatedAt,
      userId: null,
      after: { status, packageName, amount, refundedAmount } satisfies PaymentHistoryEntry,
    })),
  );
