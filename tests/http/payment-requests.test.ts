import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPaymentSite } from '../support/payment-site';
import { sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const unknownId = '00000000-0000-4000-8000-000000000000';

describe('POST /api/payments', () => {
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
