import { expect, test } from 'vitest';
import { paymentSite } from '../payment-site';
import { signed } from '../stripe';

/** Calls `run` for each item, so many at once. */
async function atOnce<T>(items: readonly T[], count: number, run: (item: T) => Promise<void>) {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.pop(); item !== undefined; item = queue.pop()) await run(item);
  };
  await Promise.all(Array.from({ length: count }, work));
}

/** The items in an order that looks random and is the same in each run. */
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item, index) => ({ item, rank: Math.imul(index + 1, 2_654_435_761) >>> 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);

test('1,000 deliveries of the same event, 50 at once, are one payment and one confirmation', async () => {
  const { begun, stripe, hook, payments, confirmations, notifications, smtp } = await paymentSite();
  const id = await begun();
  stripe.pay(id);
  const event = stripe.event('payment_intent.succeeded', id);
  const answers: number[] = [];
  await atOnce(
    Array.from({ length: 1000 }, () => event),
    50,
    async (one) => {
      answers.push((await hook(one)).statusCode);
    },
  );
  expect(answers).toHaveLength(1000);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await payments()).toMatchObject([{ status: 'succeeded' }]);
  expect(await confirmations()).toHaveLength(1);
  expect(await notifications()).toHaveLength(1);
  // The lead's own two mails, and these two.
  const mails = await smtp.received(4);
  expect(
    mails.filter(({ subject }) => subject.includes('payment of $1,000 received')),
  ).toHaveLength(1);
});

test('1,000 shuffled deliveries, 50 at once, end at the strongest word and confirm once', async () => {
  const { begun, stripe, hook, payments, confirmations } = await paymentSite();
  const id = await begun();
  const kinds = [stripe.event('payment_intent.created', id)];
  stripe.decline(id);
  kinds.push(stripe.event('payment_intent.payment_failed', id));
  kinds.push(stripe.event('payment_intent.processing', id));
  stripe.pay(id);
  kinds.push(stripe.event('payment_intent.succeeded', id), stripe.event('charge.succeeded', id));
  const events = shuffled(Array.from({ length: 200 }, () => kinds).flat());
  expect(events).toHaveLength(1000);
  await atOnce(events, 50, async (event) => {
    expect((await hook(event)).statusCode).toBe(200);
  });
  expect(await payments()).toMatchObject([{ status: 'succeeded', refundedAmount: 0 }]);
  expect(await confirmations()).toHaveLength(1);
});

test('with a refund among them they end as refunded, confirmed once', async () => {
  const { begun, stripe, hook, payments, confirmations } = await paymentSite();
  const id = await begun();
  const kinds = [stripe.event('payment_intent.created', id)];
  stripe.pay(id);
  kinds.push(stripe.event('payment_intent.succeeded', id));
  stripe.refund(id, 30_000);
  kinds.push(stripe.event('charge.refunded', id));
  stripe.refund(id);
  kinds.push(stripe.event('charge.refunded', id));
  // The refund first, then all of them.
  const events = [...kinds.slice(-1), ...shuffled(Array.from({ length: 50 }, () => kinds).flat())];
  await atOnce(events, 20, async (event) => {
    expect((await hook(event)).statusCode).toBe(200);
  });
  expect(await payments()).toMatchObject([{ status: 'refunded', refundedAmount: 100_000 }]);
  expect(await confirmations()).toHaveLength(1);
});

test('a partial refund leaves the payment succeeded, and is shown', async () => {
  const { begun, stripe, hook, payments } = await paymentSite();
  const id = await begun();
  stripe.pay(id);
  await hook(stripe.event('payment_intent.succeeded', id));
  stripe.refund(id, 30_000);
  await hook(stripe.event('charge.refunded', id));
  expect(await payments()).toMatchObject([{ status: 'succeeded', refundedAmount: 30_000 }]);
});

test('a declined card may be followed by one that is not, never the other way', async () => {
  const { begun, stripe, hook, payments, start } = await paymentSite();
  const id = await begun();
  stripe.decline(id);
  const declined = stripe.event('payment_intent.payment_failed', id);
  await hook(declined);
  expect(await payments()).toMatchObject([{ status: 'failed' }]);
  // The same PaymentIntent takes the next card.
  expect((await start()).json().clientSecret).toBe(stripe.only().client_secret);
  stripe.pay(id);
  await hook(stripe.event('payment_intent.succeeded', id));
  await hook(declined);
  expect(await payments()).toMatchObject([{ status: 'succeeded' }]);
});

test('a canceled PaymentIntent makes room for a new one', async () => {
  const { begun, stripe, hook, start, payments } = await paymentSite();
  const id = await begun();
  Object.assign(stripe.only(), { status: 'canceled' });
  await hook(stripe.event('payment_intent.canceled', id));
  expect((await start()).statusCode).toBe(200);
  expect((await payments()).map(({ status }) => status)).toEqual(['canceled', 'pending']);
});

test('an event that comes before we know Stripe’s reference finds the payment by ours', async () => {
  const { begun, stripe, hook, db, payments } = await paymentSite();
  const id = await begun();
  await db.updateTable('payments').set({ stripePaymentIntentId: null }).execute();
  stripe.pay(id);
  await hook(stripe.event('payment_intent.succeeded', id));
  expect(await payments()).toMatchObject([{ status: 'succeeded', stripePaymentIntentId: id }]);
});

test.each([
  ['another amount', { amount: 100, amount_received: 100 }],
  ['less than was asked for', { amount_received: 99_999 }],
  ['another currency', { currency: 'jpy' }],
  ['another payment', { metadata: { paymentId: 'another' } }],
])('%s does not count as paid', async (_, change) => {
  const { begun, stripe, hook, payments, verify, confirmations } = await paymentSite();
  const id = await begun();
  stripe.pay(id);
  Object.assign(stripe.only(), change);
  expect((await hook(stripe.event('payment_intent.succeeded', id))).statusCode).toBe(200);
  expect((await verify(id)).json().success).toBe(false);
  expect(await payments()).toMatchObject([{ status: 'pending' }]);
  expect(await confirmations()).toEqual([]);
});

test('what is not about our payments is taken and changes nothing', async () => {
  const { begun, hook, payments } = await paymentSite();
  await begun();
  for (const body of [
    { type: 'customer.created', data: { object: { object: 'customer' } } },
    { type: 'payment_intent.succeeded', data: { object: { object: 'payment_intent' } } },
    {
      type: 'payment_intent.succeeded',
      data: {
        object: {
          object: 'payment_intent',
          id: 'pi_of_another_shop',
          status: 'succeeded',
          amount: 100_000,
          currency: 'usd',
          metadata: {},
        },
      },
    },
    { type: 'charge.refunded', data: {} },
    [],
  ]) {
    expect((await hook(signed(JSON.stringify(body)))).statusCode).toBe(200);
  }
  expect(await payments()).toMatchObject([{ status: 'pending' }]);
});

test('a wrong, missing or old signature is 400 and changes nothing', async () => {
  const { begun, stripe, hook, payments } = await paymentSite();
  const id = await begun();
  stripe.pay(id);
  const { payload, headers } = stripe.event('payment_intent.succeeded', id);
  const { 'stripe-signature': signature = '', ...unsigned } = headers;
  const tenMinutesAgo = Math.floor(Date.now() / 1000) - 600;
  for (const event of [
    { payload, headers: unsigned },
    { payload, headers: { ...headers, 'stripe-signature': 'nonsense' } },
    { payload, headers: { ...headers, 'stripe-signature': signature.replace(/.$/, 'x') } },
    // One byte of space: the signature is over the bytes, not over what they mean.
    { payload: `${payload} `, headers },
    { payload: '', headers },
    signed(payload, { secret: 'whsec_another' }),
    signed(payload, { at: tenMinutesAgo }),
  ]) {
    const refused = await hook(event);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ code: 'invalid', message: 'The signature is not valid.' });
  }
  expect(await payments()).toMatchObject([{ status: 'pending' }]);
});

test('an event as large as no event is refused', async () => {
  const { hook } = await paymentSite();
  expect((await hook(signed('x'.repeat(300 * 1024)))).statusCode).toBe(413);
});

test('the raw body is read for the webhook alone', async () => {
  const { app, ids } = await paymentSite();
  const url = '/api/payments';
  const payload = JSON.stringify(ids);
  const asText = await app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'text/plain' },
  });
  expect(asText.statusCode).toBe(415);
});
