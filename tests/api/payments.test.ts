import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paymentSite } from '../payment-site';
import { sampleItems, sampleLead } from '../samples';
import { testApp } from '../test-app';

const unknownId = '00000000-0000-4000-8000-000000000000';

describe('starting a payment', () => {
  test('asks Stripe for the stored price in cents, under the payment’s id', async () => {
    const { start, stripe, payments, ids } = await paymentSite();
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

  test('again goes on with the same PaymentIntent: a reload, a second tab, the back button', async () => {
    const { start, stripe, payments } = await paymentSite();
    const first = (await start()).json();
    const others = await Promise.all(Array.from({ length: 10 }, () => start()));
    for (const other of others) expect(other.json()).toEqual(first);
    expect(stripe.intents.size).toBe(1);
    expect(await payments()).toHaveLength(1);
  });

  test('in ten tabs at once makes one PaymentIntent', async () => {
    const { start, stripe, payments } = await paymentSite();
    const all = await Promise.all(Array.from({ length: 10 }, () => start()));
    expect(new Set(all.map((one) => one.json().clientSecret)).size).toBe(1);
    expect(stripe.intents.size).toBe(1);
    expect(await payments()).toHaveLength(1);
  });

  test('says nothing about the lead', async () => {
    const { start } = await paymentSite();
    const started = await start();
    expect(Object.keys(started.json()).sort()).toEqual(['amount', 'clientSecret', 'currency']);
  });

  test('for unknown ids, or for another package than the lead has chosen, is refused alike', async () => {
    const { start, admin, ids, stripe } = await paymentSite();
    const other = (
      await admin('POST', '/api/packages', {
        ...sampleItems.packages,
        name: 'Light PM',
        price: 300,
      })
    ).json();
    const answers = await Promise.all([
      start({ ...ids, leadId: unknownId }),
      start({ ...ids, packageId: unknownId }),
      start({ ...ids, packageId: other.id }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toEqual({
        code: 'not_found',
        message: 'This payment link is not valid. Please choose a package again, or write to us.',
      });
    }
    expect(stripe.calls).toEqual([]);
  });

  test('is open to a lead that has not decided, and to one whose choice is no longer offered', async () => {
    const { start, visitor, ids } = await paymentSite();
    for (const interestedPackage of [null, 'Not sure', 'Gone PM']) {
      const lead = (
        await visitor('POST', '/api/leads', { ...sampleLead, interestedPackage })
      ).json();
      expect((await start({ ...ids, leadId: lead.id })).statusCode).toBe(200);
    }
  });

  test.each([
    ['a hidden price', null],
    ['nothing to pay', 0],
    ['more than Stripe takes', 1_000_000],
  ])('for a package with %s is refused clearly', async (_, price) => {
    const { start, admin, ids, stripe } = await paymentSite();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price });
    const refused = await start();
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toBe(
      "This package can't be paid online. Please contact support.",
    );
    expect(stripe.calls).toEqual([]);
  });

  test.each([
    ['nothing', {}],
    ['no package', { leadId: 'a' }],
    ['a number', { leadId: 1, packageId: 'b' }],
    ['a list', { leadId: ['a'], packageId: 'b' }],
    ['a path', { leadId: '../a', packageId: 'b' }],
    ['much', { leadId: 'a'.repeat(65), packageId: 'b' }],
  ])('with %s is 400', async (_, body) => {
    const { start } = await paymentSite();
    expect((await start(body)).statusCode).toBe(400);
  });

  test('is not possible while payments are not set up', async () => {
    const { visitor } = await testApp();
    const refused = await visitor('POST', '/api/payments', {
      leadId: unknownId,
      packageId: unknownId,
    });
    expect(refused.statusCode).toBe(503);
    expect(refused.json().message).toBe(
      'Payment processing is not configured. Please contact support.',
    );
    expect((await visitor('POST', '/api/stripe/webhook', {})).statusCode).toBe(404);
  });
});

test('nothing that a browser sends changes the amount', async () => {
  const { start, visitor, stripe, ids } = await paymentSite();
  const money = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.constant(null));
  const extra = fc.dictionary(
    fc.oneof(
      fc.constantFrom('amount', 'price', 'currency', 'status', 'id', 'packageName', 'metadata'),
      fc.string({ maxLength: 20 }),
    ),
    fc.oneof(money, fc.jsonValue({ maxDepth: 1 })),
  );
  await fc.assert(
    fc.asyncProperty(extra, extra, async (body, lead) => {
      // Bodies that reach for a prototype are refused before anybody reads them.
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

test('whatever is sent, the answer is the stored price or a clear refusal', async () => {
  const { start, stripe, ids } = await paymentSite();
  const id = fc.oneof(
    fc.constantFrom<unknown>(ids.leadId, ids.packageId, unknownId, '', null),
    fc.jsonValue({ maxDepth: 1 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.record({ leadId: id, packageId: id, amount: fc.jsonValue() }),
      async (body) => {
        const answer = await start(body);
        if (answer.statusCode === 200) expect(answer.json().amount).toBe(100_000);
        else expect([400, 404]).toContain(answer.statusCode);
      },
    ),
    { numRuns: 100 },
  );
  for (const intent of stripe.intents.values()) expect(intent.amount).toBe(100_000);
});

describe('when the price changes', () => {
  test('the open payment ends at Stripe, and a new one asks for the new price', async () => {
    const { start, begun, admin, ids, stripe, payments } = await paymentSite();
    const old = await begun();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 1200 });
    expect((await start()).json().amount).toBe(120_000);
    expect(stripe.intents.get(old)?.status).toBe('canceled');
    expect((await payments()).map(({ status, amount }) => [status, amount])).toEqual([
      ['canceled', 100_000],
      ['pending', 120_000],
    ]);
  });

  test('who has paid the old one meanwhile is not asked again', async () => {
    const { start, begun, admin, ids, stripe, payments } = await paymentSite();
    stripe.pay(await begun());
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price: 1200 });
    expect((await start()).statusCode).toBe(409);
    expect((await payments()).map(({ status }) => status)).toEqual(['succeeded']);
  });
});

test('what is paid is not paid again', async () => {
  const { start, begun, stripe, confirmations } = await paymentSite();
  stripe.pay(await begun());
  const again = await start();
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('paid for already'),
  });
  expect(await confirmations()).toHaveLength(1);
  expect((await start()).statusCode).toBe(409);
  expect(stripe.intents.size).toBe(1);
});

describe('when Stripe fails', () => {
  test('starting says so, and works a moment later with one PaymentIntent', async () => {
    const { start, stripe } = await paymentSite();
    stripe.fail('down', 2);
    const refused = await start();
    expect(refused.statusCode).toBe(503);
    expect(refused.json().message).toContain('Nothing was charged');
    expect((await start()).statusCode).toBe(200);
    expect(stripe.intents.size).toBe(1);
  });

  test('a refusal that Stripe keeps under the key does not block the next try', async () => {
    const { start, stripe, payments } = await paymentSite();
    stripe.fail(500, 2);
    expect((await start()).statusCode).toBe(503);
    expect((await start()).statusCode).toBe(200);
    expect((await payments()).map(({ status }) => status).sort()).toEqual(['canceled', 'pending']);
  });

  test('nothing of its answer reaches the visitor', async () => {
    const { start, stripe } = await paymentSite();
    stripe.fail(402, 1);
    const { body } = await start();
    expect(body).not.toContain('fault');
    expect(body).not.toContain('sk_test');
  });
});
