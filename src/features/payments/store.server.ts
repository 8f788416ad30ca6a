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

/** The payment that Stripe speaks of: by its own reference, or by ours where we never heard of that. */
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

/** Whether Stripe speaks of what we have asked for: nothing else counts as paid. */
const isConsistent = (row: PaymentRow, facts: StripePayment): boolean =>
  facts.amount === row.amount &&
  facts.currency.toLowerCase() === row.currency &&
  (facts.paymentId === null || facts.paymentId === row.id);

/**
 * Moves a payment, unless it is there or further.
 * @returns the payment as it is then; undefined when it has not moved
 */
async function advance(
  transaction: DatabaseTransaction,
  row: PaymentRow,
  status: PaymentStatus,
): Promise<PaymentRow | undefined> {
  const before = getEarlierStatuses(status);
  // It only grows: a replay is told by what was read, and writes nothing.
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

/** Notes how much has been paid back in all. @returns the payment as it is then; undefined when it was known */
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

/** Ends payments that nobody can make any more. */
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

/** The reads and writes of payments. They know nothing of how Stripe is asked. */
export function createPaymentStore(db: Database, log: FastifyBaseLogger) {
  const findById = (id: string) =>
    db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

  return {
    /** The payment with Stripe's reference. */
    findByIntent: (intentId: string) =>
      db
        .selectFrom('payments')
        .selectAll()
        .where('stripePaymentIntentId', '=', intentId)
        .executeTakeFirst(),

    /** A lead's payment for a package that is paid or can be; the paid one first. */
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

    /** Stores a new payment; undefined when a twin of the request was faster. */
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

    /** Ends a payment that Stripe never heard of. */
    cancelUnsent: (id: string): Promise<void> =>
      runInTransaction(db, (transaction) =>
        cancelPayments(transaction, (query) => query.where('id', '=', id)),
      ),

    /**
     * Writes down what Stripe says: any number of times, in any order, from any number of processes. What
     * follows from money having come in is stored with it, once.
     * @returns the payment as it is then; undefined when there is none
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
        // In two steps: the one that takes in the money is taken once, even when the refund is heard of first.
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
      // After the commit: the transaction may run more than once.
      if (row && !isConsistent(row, facts)) {
        log.error({ payment: row.id, facts }, 'Stripe speaks of another amount than we asked for');
      }
      return row && findById(row.id);
    },

    /** The payments that Stripe is to be asked about, those first that wait longest. */
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

    /** Ends the payments from before a moment that never reached Stripe. */
    cancelStaleUnsent: (before: string): Promise<void> =>
      runInTransaction(db, (transaction) =>
        cancelPayments(transaction, (query) => query.where('createdAt', '<', before)),
      ),

    /** A lead's payments, newest first. */
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
