import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.server';
import type { Checkout } from './checkout.server';
import { openStatuses } from './payment-status';
import type { PaymentStore } from './store.server';
import { toStripeFailure } from './stripe-client.server';
import '../../db/content-version.server';
import { DAY, MINUTE } from '../../lib/time';

interface Dependencies {
  db: Database;
  store: PaymentStore;
  checkout: Checkout;
  log: FastifyBaseLogger;
  /** Called when a payment may have caused deliveries. */
  onStored: () => void;
  /** Aborts a run between two payments. */
  signal?: AbortSignal;
}

/** Limits of one run. */
const maxBatchSize = 50;
const maxRunMs = 2 * MINUTE;
const intervalMs = 15 * MINUTE;

/** Open payments older than this are canceled: nobody returns to such an old card form. */
const maxOpenAgeMs = 30 * DAY;
/**
 * Payments older than this without a PaymentIntent are canceled. Stripe stores an idempotency key
 * for a day; a payment that it doesn't know by then was never made.
 */
const maxUnsentAgeMs = DAY;

const leaseKey = 'payments_lease';
const toIsoString = (milliseconds: number) => new Date(milliseconds).toISOString();

/**
 * Acquires the lease of the job.
 * @returns a function that releases it; undefined when another process holds it
 */
async function acquireLease(db: Database): Promise<(() => Promise<void>) | undefined> {
  // The last request of a run may still be in flight after `maxRunMs`.
  const until = toIsoString(Date.now() + maxRunMs + MINUTE);
  const leaseUpdate = await db
    .updateTable('siteState')
    .set({ value: until })
    .where('key', '=', leaseKey)
    .where('value', '<', toIsoString(Date.now()))
    .executeTakeFirst();
  if (Number(leaseUpdate.numUpdatedRows) !== 1) return undefined;
  return async () => {
    await db
      .updateTable('siteState')
      .set({ value: '' })
      .where('key', '=', leaseKey)
      .where('value', '=', until)
      .execute();
  };
}

/**
 * Updates open payments from Stripe, in case a webhook never arrived or the page was closed. Runs
 * in one process at a time, for a limited number of payments.
 */
async function reconcilePayments(dependencies: Dependencies): Promise<void> {
  const { db, store, checkout, log, onStored, signal } = dependencies;
  const releaseLease = await acquireLease(db);
  if (!releaseLease) return;
  const deadline = Date.now() + maxRunMs;
  try {
    await store.cancelStaleUnsent(toIsoString(Date.now() - maxUnsentAgeMs));
    for (const { id, stripePaymentIntentId: intentId, createdAt } of await store.listUnsettled(
      maxBatchSize,
    )) {
      if (intentId === null || signal?.aborted || Date.now() > deadline) break;
      await store.markChecked(id);
      try {
        const { payment } = await checkout.ask(intentId);
        const isExpired = Date.parse(createdAt) < Date.now() - maxOpenAgeMs;
        if (isExpired && payment && openStatuses.includes(payment.status)) {
          await store.applyStripePayment(await checkout.cancel(intentId));
        }
      } catch (error) {
        const failure = toStripeFailure(error);
        if (!failure) throw error;
        log.warn({ payment: id, stripe: failure }, 'a payment could not be reconciled');
        // Stripe can't be reached, so each further request would time out, too.
        if (failure.statusCode === undefined || failure.statusCode >= 500) break;
      }
      onStored();
    }
  } finally {
    await releaseLease();
  }
}

/** Reconciles now and every 15 minutes. @returns a function that stops it after the current run */
export function startReconciliation(dependencies: Dependencies): () => Promise<void> {
  const abortController = new AbortController();
  let currentRun: Promise<void> = Promise.resolve();
  const run = () => {
    currentRun = reconcilePayments({ ...dependencies, signal: abortController.signal }).catch(
      (error) => {
        dependencies.log.error({ err: error }, 'reconciling payments failed');
      },
    );
  };
  run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    abortController.abort();
    return currentRun;
  };
}
