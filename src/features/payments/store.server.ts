import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { enqueue } from '../../foundation/outbox/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import type { Attribution } from '../analytics/attribution/touch';
import { parseAttribution } from '../analytics/contract';
import { countVisitorStep } from '../analytics/store.server';
import { writePaymentHistory } from './history.server';
import {
  getEarlierStatuses,
  openStatuses,
  type PaymentStatus,
  paidStatuses,
} from './payment-status';
import type { StripePayment } from './stripe-payment.server';
import type { PaymentRow } from './table.server';

type PaymentDetails = Pick<
  PaymentRow,
  'leadId' | 'packageId' | 'packageName' | 'amount' | 'currency'
>;

type NewPayment = PaymentDetails & { attribution: Attribution | null };

/** Finds a payment by Stripe's id, or by our own when Stripe's was never stored. */
async function findByStripePayment(
  transaction: DatabaseTransaction,
  { intentId, paymentId }: StripePayment,
): Promise<PaymentRow | undefined> {
  const known = await transaction
    .selectFrom('payments')
    .selectAll()
    .where('stripePaymentIntentId', '=', intentId)
    .executeTakeFirst();
  if (known || paymentId === null) return known;
  return transaction
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .where('stripePaymentIntentId', 'is', null)
    .executeTakeFirst();
}

/**
 * Returns whether Stripe's state has the amount, currency and id of this payment. Anything else
 * doesn't count as paid.
 */
const isConsistent = (row: PaymentRow, facts: StripePayment): boolean =>
  facts.amount === row.amount &&
  facts.currency.toLowerCase() === row.currency &&
  (facts.paymentId === null || facts.paymentId === row.id);

/**
 * Moves a payment to a later status.
 * @returns the updated payment; undefined when it already had that status or a later one
 */
async function advance(
  transaction: DatabaseTransaction,
  row: PaymentRow,
  status: PaymentStatus,
): Promise<PaymentRow | undefined> {
  const before = getEarlierStatuses(status);
  // The status only moves forward, so a replayed message writes nothing.
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

/** Stores the total refund. @returns the updated payment; undefined when nothing changed */
async function increaseRefund(
  transaction: DatabaseTransaction,
  row: PaymentRow,
  refundedAmount: number,
): Promise<PaymentRow | undefined> {
  if (refundedAmount <= row.refundedAmount) return undefined;
  return transaction
    .updateTable('payments')
    .set({ refundedAmount, updatedAt: createTimestampAfter(row.updatedAt) })
    .where('id', '=', row.id)
    .where('refundedAmount', '<', refundedAmount)
    .returningAll()
    .executeTakeFirst();
}

/** Cancels the open payments that match the filter and have no PaymentIntent yet. */
async function cancelPayments(
  transaction: DatabaseTransaction,
  filter: (query: CancelQuery) => CancelQuery,
): Promise<void> {
  const canceled = await filter(buildCancelQuery(transaction)).returningAll().execute();
  await writePaymentHistory(transaction, canceled);
}

const buildCancelQuery = (transaction: DatabaseTransaction) =>
  transaction
    .updateTable('payments')
    .set({ status: 'canceled', updatedAt: new Date().toISOString() })
    .where('stripePaymentIntentId', 'is', null)
    .where('status', 'in', openStatuses);

type CancelQuery = ReturnType<typeof buildCancelQuery>;

/** Creates the store of payments. Doesn't call Stripe. */
export function createPaymentStore(db: Database, log: FastifyBaseLogger) {
  const findById = (id: string) =>
    db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

  return {
    /** Finds a payment by its PaymentIntent. */
    findByIntent: (intentId: string) =>
      db
        .selectFrom('payments')
        .selectAll()
        .where('stripePaymentIntentId', '=', intentId)
        .executeTakeFirst(),

    /** Finds a lead's paid or open payment for a package, the paid one first. */
    async findActive(leadId: string, packageId: string): Promise<PaymentRow | undefined> {
      const rows = await db
        .selectFrom('payments')
        .selectAll()
        .where('leadId', '=', leadId)
        .where('packageId', '=', packageId)
        .where('status', 'in', [...openStatuses, 'succeeded'])
        .execute();
      return rows.find((row) => row.status === 'succeeded') ?? rows[0];
    },

    /** Stores a new payment; undefined when a concurrent request was faster. */
    async create({ attribution, ...payment }: NewPayment): Promise<PaymentRow | undefined> {
      const now = new Date().toISOString();
      try {
        return await runInTransaction(db, async (transaction) => {
          const created = await transaction
            .insertInto('payments')
            .values({
              ...payment,
              attribution: attribution && JSON.stringify(attribution),
              id: randomUUID(),
              stripePaymentIntentId: null,
              status: 'pending',
              refundedAmount: 0,
              checkedAt: null,
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
    },

    /** Cancels a payment that never reached Stripe. */
    cancelUnsent: (id: string): Promise<void> =>
      runInTransaction(db, (transaction) =>
        cancelPayments(transaction, (query) => query.where('id', '=', id)),
      ),

    /**
     * Applies Stripe's state of a payment. Idempotent and independent of order, also across
     * processes. The deliveries and the funnel count of a successful payment are stored with it,
     * once.
     * @returns the payment afterwards; undefined when it is unknown
     */
    async applyStripePayment(facts: StripePayment): Promise<PaymentRow | undefined> {
      const row = await runInTransaction(db, async (transaction) => {
        const found = await findByStripePayment(transaction, facts);
        if (!found) return undefined;
        if (!isConsistent(found, facts)) return found;
        if (found.stripePaymentIntentId === null) {
          await transaction
            .updateTable('payments')
            .set({ stripePaymentIntentId: facts.intentId })
            .where('id', '=', found.id)
            .where('stripePaymentIntentId', 'is', null)
            .execute();
        }
        if (!paidStatuses.includes(facts.status)) {
          await advance(transaction, found, facts.status);
          return found;
        }
        // In two steps, so that every paid payment passes through `succeeded` once, even when the
        // refund arrives first.
        const paid = await advance(transaction, found, 'succeeded');
        if (paid) {
          const { id: paymentId, leadId } = found;
          await enqueue(transaction, 'payment-succeeded', { leadId, paymentId });
          await countVisitorStep(transaction, 'payment', parseAttribution(found.attribution));
        }
        const refunded = await increaseRefund(transaction, paid ?? found, facts.refundedAmount);
        if (facts.status === 'refunded') {
          await advance(transaction, refunded ?? paid ?? found, 'refunded');
        } else if (refunded) {
          await writePaymentHistory(transaction, [refunded]);
        }
        return found;
      });
      // After the commit, because the transaction may be retried.
      if (row && !isConsistent(row, facts)) {
        log.error({ payment: row.id, facts }, 'Stripe speaks of another amount than we asked for');
      }
      return row && findById(row.id);
    },

    /** Lists the payments to reconcile, least recently checked first. */
    listUnsettled: (limit: number) =>
      db
        .selectFrom('payments')
        .selectAll()
        .where('status', 'in', openStatuses)
        .where('stripePaymentIntentId', 'is not', null)
        .orderBy((eb) => eb.fn.coalesce('checkedAt', eb.val('')))
        .orderBy('createdAt')
        .limit(limit)
        .execute(),

    async markChecked(id: string): Promise<void> {
      await db
        .updateTable('payments')
        .set({ checkedAt: new Date().toISOString() })
        .where('id', '=', id)
        .execute();
    },

    /** Cancels payments created before a time (ISO 8601) that never reached Stripe. */
    cancelStaleUnsent: (before: string): Promise<void> =>
      runInTransaction(db, (transaction) =>
        cancelPayments(transaction, (query) => query.where('createdAt', '<', before)),
      ),

    /** Lists a lead's payments, newest first. */
    listByLead: (leadId: string) =>
      db
        .selectFrom('payments')
        .selectAll()
        .where('leadId', '=', leadId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute(),
  };
}

export type PaymentStore = ReturnType<typeof createPaymentStore>;
