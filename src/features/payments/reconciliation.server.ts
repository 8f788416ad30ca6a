import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../lib/database.server';
import type { Checkout } from './checkout.server';
import { openStatuses } from './payment-status';
import type { PaymentStore } from './payment-store.server';
import { stripeFailure } from './stripe-client.server';
import '../../lib/content-version.server';

interface Parts {
  db: Database;
  store: PaymentStore;
  checkout: Checkout;
  log: FastifyBaseLogger;
  /** Called when a payment may have caused deliveries. */
  onStored: () => void;
  /** Ends a run between two payments. */
  signal?: AbortSignal;
}

const minute = 60_000;
const day = 24 * 60 * minute;

/** How many payments a run asks about at most, and how long it goes on. */
const batch = 50;
const longestRun = 2 * minute;
const interval = 15 * minute;

/** After this nobody comes back to a card form: what is open ends, so that the open ones stay few. */
const openFor = 30 * day;
/** Stripe keeps an idempotency key for a day; a payment without an answer for longer was never made. */
const unbornFor = day;

const leaseKey = 'payments_lease';
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Takes the work for one process. @returns what gives it back; undefined when another has it */
async function takeLease(db: Database): Promise<(() => Promise<void>) | undefined> {
  // One try may still be under way when the run's time is over.
  const until = at(Date.now() + longestRun + minute);
  const taken = await db
    .updateTable('siteState')
    .set({ value: until })
    .where('key', '=', leaseKey)
    .where('value', '<', at(Date.now()))
    .executeTakeFirst();
  if (Number(taken.numUpdatedRows) !== 1) return undefined;
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
 * Asks Stripe about the payments that are still open: a webhook that never came, a page that was closed.
 * One process at a time, a bounded number each.
 */
async function reconcilePayments(parts: Parts): Promise<void> {
  const { db, store, checkout, log, onStored, signal } = parts;
  const giveBack = await takeLease(db);
  if (!giveBack) return;
  const deadline = Date.now() + longestRun;
  try {
    await store.abandonUnborn(at(Date.now() - unbornFor));
    for (const { id, stripePaymentIntentId: intentId, createdAt } of await store.unsettled(batch)) {
      if (intentId === null || signal?.aborted || Date.now() > deadline) break;
      await store.markChecked(id);
      try {
        const { payment } = await checkout.ask(intentId);
        const isOver = Date.parse(createdAt) < Date.now() - openFor;
        if (isOver && payment && openStatuses.includes(payment.status)) {
          await store.apply(await checkout.cancel(intentId));
        }
      } catch (error) {
        const failure = stripeFailure(error);
        if (!failure) throw error;
        log.warn({ payment: id, stripe: failure }, 'a payment could not be reconciled');
        // Stripe can't be reached: asking about the others would take as long each.
        if (failure.statusCode === undefined || failure.statusCode >= 500) break;
      }
      onStored();
    }
  } finally {
    await giveBack();
  }
}

/** Reconciles now and every quarter of an hour. @returns what stops it, after the run that is under way */
export function startReconciliation(parts: Parts): () => Promise<void> {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = reconcilePayments({ ...parts, signal: stopping.signal }).catch((error) => {
      parts.log.error({ err: error }, 'reconciling payments failed');
    });
  };
  run();
  const timer = setInterval(run, interval);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return running;
  };
}
