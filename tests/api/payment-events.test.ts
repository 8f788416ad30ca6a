import { describe, expect, test } from 'vitest';
import type { LeadDetail } from '../../src/leads/detail-contract';
import { createPaymentSite } from '../support/payment-site';
import { startSecondApp } from '../support/test-app';

/** Calls `run` for each item, `count` at a time. */
async function runConcurrently<T>(
  items: readonly T[],
  count: number,
  run: (item: T) => Promise<void>,
) {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await run(item);
  };
  await Promise.all(Array.from({ length: count }, work));
}

/** Returns the items in an order that looks random but is the same in each run. */
const shuffle = <T>(items: readonly T[]): T[] =>
  items
    .map((item, index) => ({ item, rank: Math.imul(index + 1, 2_654_435_761) >>> 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

describe('POST /api/stripe/webhook', () => {
  test('ends as refunded and confirms once after 421 shuffled deliveries, 50 at a time', async () => {
    const { beginPayment, stripe, sendWebhook, payments, confirmations, notifications, smtp } =
      await createPaymentSite();
    const id = await beginPayment();
    const kinds = [stripe.event('payment_intent.created', id)];
    stripe.decline(id);
    kinds.push(stripe.event('payment_intent.payment_failed', id));
    kinds.push(stripe.event('payment_intent.processing', id));
    stripe.pay(id);
    kinds.push(stripe.event('payment_intent.succeeded', id), stripe.event('charge.succeeded', id));
    stripe.refund(id, 30_000);
    kinds.push(stripe.event('charge.refunded', id));
    stripe.refund(id);
    kinds.push(stripe.event('charge.refunded', id));
    // Start with the refund, the worst order.
    const events = [...kinds.slice(-1), ...shuffle(Array.from({ length: 60 }, () => kinds).flat())];
    expect(events).toHaveLength(421);
    await runConcurrently(events, 50, async (event) => {
      expect((await sendWebhook(event)).statusCode).toBe(200);
    });
    expect(await payments()).toMatchObject([{ status: 'refunded', refundedAmount: 100_000 }]);
    expect(await confirmations()).toHaveLength(1);
    expect(await notifications()).toHaveLength(1);
    // Two emails about the lead and two about the payment.
    const subjects = (await smtp.received(4)).map(({ subject }) => subject);
    expect(
      subjects.filter((subject) => subject.includes('payment of $1,000 received')),
    ).toHaveLength(1);
  });

  test('keeps a partially refunded payment succeeded and records the largest refunded amount', async () => {
    const { pay, stripe, sendWebhook, payments } = await createPaymentSite();
    const id = await pay();
    await sendWebhook(stripe.event('payment_intent.succeeded', id));
    stripe.refund(id, 30_000);
    const first = stripe.event('charge.refunded', id);
    stripe.refund(id, 50_000);
    await sendWebhook(stripe.event('charge.refunded', id));
    expect(await payments()).toMatchObject([{ status: 'succeeded', refundedAmount: 50_000 }]);
    await sendWebhook(first);
    expect(await payments()).toMatchObject([{ status: 'succeeded', refundedAmount: 50_000 }]);
  });

  test('moves a payment from failed to succeeded, but never back', async () => {
    const { beginPayment, stripe, sendWebhook, payments, start } = await createPaymentSite();
    const id = await beginPayment();
    stripe.decline(id);
    const declined = stripe.event('payment_intent.payment_failed', id);
    await sendWebhook(declined);
    expect(await payments()).toMatchObject([{ status: 'failed' }]);
    // The same PaymentIntent accepts another card.
    expect((await start()).json().clientSecret).toBe(stripe.only().client_secret);
    stripe.pay(id);
    await sendWebhook(stripe.event('payment_intent.succeeded', id));
    await sendWebhook(declined);
    expect(await payments()).toMatchObject([{ status: 'succeeded' }]);
  });

  test('lets a new payment start after the PaymentIntent was canceled', async () => {
    const { beginPayment, stripe, sendWebhook, start, payments } = await createPaymentSite();
    const id = await beginPayment();
    Object.assign(stripe.only(), { status: 'canceled' });
    await sendWebhook(stripe.event('payment_intent.canceled', id));
    expect((await start()).statusCode).toBe(200);
    expect((await payments()).map(({ status }) => status)).toEqual(['canceled', 'pending']);
  });

  test('finds the payment by its own id when the PaymentIntent id is not stored yet', async () => {
    const { beginPayment, stripe, sendWebhook, db, payments } = await createPaymentSite();
    const id = await beginPayment();
    await db.updateTable('payments').set({ stripePaymentIntentId: null }).execute();
    stripe.pay(id);
    await sendWebhook(stripe.event('payment_intent.succeeded', id));
    expect(await payments()).toMatchObject([{ status: 'succeeded', stripePaymentIntentId: id }]);
  });
});

const paid = { success: true, message: 'Payment confirmed' };

describe('a payment that page and webhook report', () => {
  test('is not looked up at Stripe for the page when the webhook arrived first', async () => {
    const { pay, stripe, verify, sendWebhook, confirmations } = await createPaymentSite();
    const id = await pay();
    await sendWebhook(stripe.event('payment_intent.succeeded', id));
    const callCount = stripe.calls.length;
    stripe.fail('down', 100);
    expect((await verify(id)).json()).toEqual(paid);
    expect(stripe.calls).toHaveLength(callCount);
    expect(await confirmations()).toHaveLength(1);
  });

  test('is confirmed, recorded and counted once when 20 page requests race with 20 webhooks', async () => {
    const { pay, stripe, verify, sendWebhook, confirmations, admin, ids } =
      await createPaymentSite();
    const id = await pay();
    const event = stripe.event('payment_intent.succeeded', id);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? verify(id) : sendWebhook(event))),
    );
    await sendWebhook(event);
    await verify(id);
    expect(await confirmations()).toHaveLength(1);
    const { timeline }: LeadDetail = (await admin('GET', `/api/leads/${ids.leadId}`)).json();
    const payments = timeline.filter(({ kind }) => kind === 'payment');
    expect(payments.map(({ after }) => [after?.status, after?.refundedAmount])).toEqual([
      ['succeeded', 0],
      ['pending', 0],
    ]);
    expect((await admin('GET', '/api/funnel/7')).json().sources).toEqual([
      { source: 'direct', counts: { enquiry: 1, payment: 1 } },
    ]);
  });
});

describe('payment that neither page nor webhook reported', () => {
  test('is confirmed with Stripe when the app starts again', async () => {
    const site = await createPaymentSite();
    const { pay, payments, confirmations } = site;
    await pay();
    const next = await startSecondApp(site);
    await expect
      .poll(async () => (await payments()).map(({ status }) => status))
      .toEqual(['succeeded']);
    await next.close();
    expect(await confirmations()).toHaveLength(1);
  });
});
