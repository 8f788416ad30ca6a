import type { Database } from '../db/database.server';
import { acquireLease } from '../db/locks.server';
import { startJob } from '../lib/start-job.server';
import { DAY, getTimeAgo, MINUTE } from '../lib/time/durations';
import { cancelIntent, type PaymentContext, refreshPayment } from './checkout.server';
import { openStatuses } from './payment-status';
import { applyStripePayment, cancelMissingPayment, cancelUnsentPayments } from './store.server';
import { canTakePayments, isMissingAtStripe, toStripeFailure } from './stripe-client.server';

/** Limits of one run. */
const maxBatchSize = 50;
const maxRunMs = 2 * MINUTE;
/** The last request of a run may still be in flight after `maxRunMs`. */
const leaseMs = maxRunMs + MINUTE;
const intervalMs = 15 * MINUTE;

/** Open payments older than this are canceled: nobody returns to such an old card form. */
const maxOpenAgeMs = 30 * DAY;
/**
 * Payments older than this without a PaymentIntent are canceled. Stripe stores an idempotency key
 * for a day; a payment that it doesn't know by then was never made.
 */
const maxUnsentAgeMs = DAY;

/** Lists open payments that Stripe knows, least recently checked first. */
const listUnsettled = (db: Database) =>
  db
    .selectFrom('payments')
    .select(['id', 'createdAt', 'stripePaymentIntentId as intentId'])
    .where('status', 'in', openStatuses)
    .where('stripePaymentIntentId', 'is not', null)
    .$narrowType<{ intentId: string }>()
    .orderBy((eb) => eb.fn.coalesce('checkedAt', eb.val('')))
    .orderBy('createdAt')
    .limit(maxBatchSize)
    .execute();

/**
 * Updates open payments from Stripe, in case a webhook never arrived or the page was closed. Runs
 * in one process at a time, for a limited number of payments.
 * @param signal aborts the run between two payments
 */
async function reconcilePayments(context: PaymentContext, signal: AbortSignal): Promise<void> {
  const { db, environment, log, wakeOutbox } = context;
  const release = await acquireLease(db, 'payments_lease', leaseMs);
  if (!release) return;
  const deadline = Date.now() + maxRunMs;
  try {
    await cancelUnsentPayments(db, { before: getTimeAgo(maxUnsentAgeMs) });
    for (const { id, intentId, createdAt } of await listUnsettled(db)) {
      if (signal.aborted || Date.now() > deadline) break;
      await db
        .updateTable('payments')
        .set({ checkedAt: new Date().toISOString() })
        .where('id', '=', id)
        .execute();
      const isExpired = createdAt < getTimeAgo(maxOpenAgeMs);
      try {
        const { payment } = await refreshPayment(context, intentId);
        if (isExpired && payment && openStatuses.includes(payment.status)) {
          await applyStripePayment(context, await cancelIntent(environment, intentId));
        }
      } catch (error) {
        const failure = toStripeFailure(error);
        if (!failure) throw error;
        // Not before: the keys may be another account's by mistake, and restored in a minute.
        if (isExpired && isMissingAtStripe(error)) await cancelMissingPayment(db, intentId);
        log.warn({ payment: id, stripe: failure }, 'a payment could not be reconciled');
        // Stripe can't be reached, so each further request would time out, too.
        if (failure.statusCode === undefined || failure.statusCode >= 500) break;
      }
      wakeOutbox();
    }
  } finally {
    await release();
  }
}

/** Reconciles now and every 15 minutes. @returns a function that stops it after the current run */
export function startReconciliation(context: PaymentContext): () => Promise<void> {
  async function run(signal: AbortSignal): Promise<void> {
    // The owner may set up payments later.
    if (canTakePayments(context.environment)) await reconcilePayments(context, signal);
  }
  return startJob(run, {
    intervalMs,
    firstRunMs: 0,
    onError: (error) => context.log.error({ err: error }, 'reconciling payments failed'),
  });
}
