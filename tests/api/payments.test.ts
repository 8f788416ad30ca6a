import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPaymentSite } from '../support/payment-site';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const unknownId = '00000000-0000-4000-8000-000000000000';

describe('POST /api/payments', () => {
  test('creates a PaymentIntent for the stored price in cents, with the payment id as idempotency key', async () => {
    const { start, stripe, payments, ids } = await createPaymentSite();
    const started = await start();
    expect(started.statusCode).toBe(200);
    expect(started.headers['cache-control']).toBe('no-store');
    const intent = stripe.only();
    expect(started.json()).toEqual({
      clientSecret: intent.client_secret,
      amount: 100_000,
      currency: 'usd',
    });
    const [payment] = await payments();
    expect(payment).toMatchObject({
      ...ids,
      amount: 100_000,
      currency: 'usd',
      packageName: 'Full PM',
      status: 'pending',
      stripePaymentIntentId: intent.id,
    });
    expect(intent).toMatchObject({ amount: 100_000, metadata: { paymentId: payment?.id, ...ids } });
    const [call] = stripe.calls;
    expect(call).toMatchObject({
      idempotencyKey: payment?.id,
      form: { amount: '100000', currency: 'usd', 'allowed_payment_method_types[0]': 'card' },
    });
  });

  test('returns the same PaymentIntent when it is called again', async () => {
    const { start, stripe, payments } = await createPaymentSite();
    const first = (await start()).json();
    const others = await Promise.all(Array.from({ length: 10 }, () => start()));
    for (const other of others) expect(other.json()).toEqual(first);
    expect(stripe.intents.size).toBe(1);
    expect(await payments()).toHaveLength(1);
  });

  test('creates one PaymentIntent for ten concurrent requests', async () => {
    const { start, stripe, payments } = await createPaymentSite();
    const all = await Promise.all(Array.from({ length: 10 }, () => start()));
    expect(new Set(all.map((response) => response.json().clientSecret)).size).toBe(1);
    expect(stripe.intents.size).toBe(1);
    expect(await payments()).toHaveLength(1);
  });

  test('returns the same 404 for unknown ids and for a package that the lead did not choose', async () => {
    const { start, admin, ids, stripe } = await createPaymentSite();
    const other = (
      await admin('POST', '/api/packages', {
        ...sampleItems.packages,
        name: 'Light PM',
        price: 300,
      })
    ).json();
    const responses = await Promise.all([
      start({ ...ids, leadId: unknownId }),
      start({ ...ids, packageId: unknownId }),
      start({ ...ids, packageId: other.id }),
    ]);
    for (const response of responses) {
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({
        code: 'not_found',
        message: 'This payment link is not valid. Please choose a package again, or write to us.',
      });
    }
    expect(stripe.calls).toEqual([]);
  });

  test('accepts a lead that chose no package or one that no longer exists', async () => {
    const { start, visitor, ids } = await createPaymentSite();
    for (const interestedPackage of [null, 'Not sure', 'Gone PM']) {
      const lead = (
        await visitor('POST', '/api/leads', { ...sampleLead, interestedPackage })
      ).json();
      expect((await start({ ...ids, leadId: lead.id })).statusCode).toBe(200);
    }
  });

  const getSite = shareSite(createPaymentSite);

  test.each([
    ['a hidden price', null],
    ['a price of zero', 0],
    ['a price above the Stripe maximum', 1_000_000],
  ])('returns 400 with a clear message for a package with %s', async (_, price) => {
    const { start, admin, ids, stripe } = getSite();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price });
    const rejected = await start();
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json().message).toBe(
      "This package can't be paid online. Please contact support.",
    );
    expect(stripe.calls).toEqual([]);
  });

  test.each([
    ['no ids', {}],
    ['no package id', { leadId: 'a' }],
    ['a number as id', { leadId: 1, packageId: 'b' }],
    ['a list as id', { leadId: ['a'], packageId: 'b' }],
    ['a path as id', { leadId: '../a', packageId: 'b' }],
    ['an id of 65 characters', { leadId: 'a'.repeat(65), packageId: 'b' }],
  ])('returns 400 for %s', async (_, body) => {
    expect((await getSite().start(body)).statusCode).toBe(400);
  });

  test('returns 503 when payments are not configured, and the webhook returns 404', async () => {
    const { visitor } = await createTestApp();
    const rejected = await visitor('POST', '/api/payments', {
      leadId: unknownId,
      packageId: unknownId,
    });
    expect(rejected.statusCode).toBe(503);
    expect(rejected.json().message).toBe(
      'Payment processing is not configured. Please contact support.',
    );
    expect((await visitor('POST', '/api/stripe/webhook', {})).statusCode).toBe(404);
  });
  test('ignores every extra field, so that the browser cannot change the amount', async () => {
    const { start, visitor, stripe, ids } = await createPaymentSite();
    const amounts = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null));
    const extra = fc.dictionary(
      fc.oneof(
        fc.constantFrom('amount', 'price', 'currency', 'status', 'id', 'packageName', 'metadata'),
        fc.string({ maxLength: 20 }),
      ),
      fc.oneof(amounts, fc.jsonValue({ maxDepth: 1 })),
    );
    await fc.assert(
      fc.asyncProperty(extra, extra, async (body, lead) => {
        // The JSON parser rejects bodies with prototype keys, so they never reach the route.
        fc.pre(!/"(__proto__|constructor)":/.test(JSON.stringify([body, lead])));
        const { id } = (await visitor('POST', '/api/leads', { ...lead, ...sampleLead })).json();
        const started = await start({ ...body, ...ids, leadId: id });
        expect(started.statusCode).toBe(200);
        expect(started.json()).toMatchObject({ amount: 100_000, currency: 'usd' });
      }),
      { numRuns: 60 },
    );
    for (const intent of stripe.intents.values()) {
      expect(intent).toMatchObject({ amount: 100_000, currency: 'usd' });
    }
  });

  test('responds to random bodies with the stored price, 400 or 404', async () => {
    const { start, stripe, ids } = await createPaymentSite();
    const id = fc.oneof(
      fc.constantFrom<unknown>(ids.leadId, ids.packageId, unknownId, '', null),
      fc.jsonValue({ maxDepth: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record({ leadId: id, packageId: id, amount: fc.jsonValue() }),
        async (body) => {
          const response = await start(body);
          if (response.statusCode === 200) expect(response.json().amount).toBe(100_000);
          else expect([400, 404]).toContain(response.statusCode);
        },
      ),
      { numRuns: 100 },
    );
    for (const intent of stripe.intents.values()) expect(intent.amount).toBe(100_000);
  });

  test('returns 409 when the package is already paid', async () => {
    const { start, pay, stripe, confirmations } = await createPaymentSite();
    await pay();
    const again = await start();
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('already paid for'),
    });
    expect(await confirmations()).toHaveLength(1);
    expect((await start()).statusCode).toBe(409);
    expect(stripe.intents.size).toBe(1);
  });
});

describe('POST /api/payments after a price change', () => {
  test('cancels the open PaymentIntent and creates one for the new price', async () => {
    const { start, beginPayment, admin, ids, stripe, payments } = await createPaymentSite();
    const oldIntentId = await beginPayment();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 1200 });
    expect((await start()).json().amount).toBe(120_000);
    expect(stripe.intents.get(oldIntentId)?.status).toBe('canceled');
    expect((await payments()).map(({ status, amount }) => [status, amount])).toEqual([
      ['canceled', 100_000],
      ['pending', 120_000],
    ]);
  });

  test('returns 409 when the old price was paid meanwhile', async () => {
    const { start, pay, admin, ids, payments } = await createPaymentSite();
    await pay();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 1200 });
    expect((await start()).statusCode).toBe(409);
    expect((await payments()).map(({ status }) => status)).toEqual(['succeeded']);
  });
});

describe('POST /api/payments while Stripe fails', () => {
  test('returns 503 while Stripe is unreachable and creates one PaymentIntent on retry', async () => {
    const { start, stripe } = await createPaymentSite();
    stripe.fail('down', 2);
    const rejected = await start();
    expect(rejected.statusCode).toBe(503);
    expect(rejected.json().message).toContain('Nothing was charged');
    expect((await start()).statusCode).toBe(200);
    expect(stripe.intents.size).toBe(1);
  });

  test('starts a new payment after Stripe stored a failure under the idempotency key', async () => {
    const { start, stripe, payments } = await createPaymentSite();
    stripe.fail(500, 2);
    expect((await start()).statusCode).toBe(503);
    expect((await start()).statusCode).toBe(200);
    expect((await payments()).map(({ status }) => status).sort()).toEqual(['canceled', 'pending']);
  });

  test('does not leak the Stripe response to the visitor', async () => {
    const { start, stripe } = await createPaymentSite();
    stripe.fail(402, 1);
    const { body } = await start();
    expect(body).not.toContain('fault');
    expect(body).not.toContain('sk_test');
  });
});
