import { describe, expect, test } from 'vitest';
import { createPaymentSite } from '../support/payment-site';

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
  test('ends as succeeded and confirms once after 300 shuffled deliveries, 50 at a time', async () => {
    const { beginPayment, stripe, sendWebhook, payments, confirmations, notifications, smtp } =
      await createPaymentSite();
    const id = await beginPayment();
    const kinds = [stripe.event('payment_intent.created', id)];
    stripe.decline(id);
    kinds.push(stripe.event('payment_intent.payment_failed', id));
    kinds.push(stripe.event('payment_intent.processing', id));
    stripe.pay(id);
    kinds.push(stripe.event('payment_intent.succeeded', id), stripe.event('charge.succeeded', id));
    const events = shuffle(Array.from({ length: 60 }, () => kinds).flat());
    expect(events).toHaveLength(300);
    await runConcurrently(events, 50, async (event) => {
      expect((await sendWebhook(event)).statusCode).toBe(200);
    });
    expect(await payments()).toMatchObject([{ status: 'succeeded', refundedAmount: 0 }]);
    expect(await confirmations()).toHaveLength(1);
    expect(await notifications()).toHaveLength(1);
    // Two emails about the lead and two about the payment.
    const subjects = (await smtp.received(4)).map(({ subject }) => subject);
    expect(
      subjects.filter((subject) => subject.includes('payment of $1,000 received')),
    ).toHaveLength(1);
  });

  test('ends as refunded and confirms once when refunds are among shuffled deliveries', async () => {
    const { beginPayment, stripe, sendWebhook, payments, confirmations } =
      await createPaymentSite();
    const id = await beginPayment();
    const kinds = [stripe.event('payment_intent.created', id)];
    stripe.pay(id);
    kinds.push(stripe.event('payment_intent.succeeded', id));
    stripe.refund(id, 30_000);
    kinds.push(stripe.event('charge.refunded', id));
    stripe.refund(id);
    kinds.push(stripe.event('charge.refunded', id));
    // Start with the refund, the worst order.
    const events = [...kinds.slice(-1), ...shuffle(Array.from({ length: 50 }, () => kinds).flat())];
    await runConcurrently(events, 20, async (event) => {
      expect((await sendWebhook(event)).statusCode).toBe(200);
    });
    expect(await payments()).toMatchObject([{ status: 'refunded', refundedAmount: 100_000 }]);
    expect(await confirmations()).toHaveLength(1);
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
