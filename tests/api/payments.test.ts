import { describe, expect, test } from 'vitest';
import type { LeadDetail } from '../../src/leads/detail-contract';
import { createPaymentSite } from '../support/payment-site';
import { sampleItems, sampleLead } from '../support/samples';

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

  test('creates one PaymentIntent for ten concurrent requests, and returns it to later ones', async () => {
    const { start, stripe, payments } = await createPaymentSite();
    const all = await Promise.all(Array.from({ length: 10 }, () => start()));
    expect(new Set(all.map((response) => response.json().clientSecret)).size).toBe(1);
    expect((await start()).json()).toEqual(all[0]?.json());
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

  test('returns 409 when an inquiry that is merged with the lead has paid for the package', async () => {
    const { start, pay, verify, visitor, admin, ids } = await createPaymentSite();
    const [second, third] = await Promise.all(
      [1, 2].map(async () => (await visitor('POST', '/api/leads', sampleLead)).json().id),
    );
    await verify(await pay());
    await admin('POST', '/api/leads/merge', { keepId: second, otherId: ids.leadId });
    await admin('POST', '/api/leads/merge', { keepId: third, otherId: second });
    for (const leadId of [second, third]) {
      expect((await start({ ...ids, leadId })).statusCode).toBe(409);
    }
    await admin('POST', `/api/leads/${third}/unmerge`, { otherId: second });
    expect((await start({ ...ids, leadId: third })).statusCode).toBe(200);
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

describe('POST /api/payments after the keys of another Stripe account were saved', () => {
  test.each([
    ['the same price', 1_000],
    ['another price', 1_200],
  ])('cancels the payment that Stripe does not know, and starts one at %s', async (_, price) => {
    const { beginPayment, start, stripe, payments, admin, ids, sendWebhook } =
      await createPaymentSite();
    const id = await beginPayment();
    stripe.pay(id);
    const late = stripe.event('payment_intent.succeeded', id);
    stripe.intents.clear();
    await admin('PATCH', `/api/packages/${ids.packageId}`, { price });
    const started = await start();
    expect(started.statusCode).toBe(200);
    expect(started.json()).toMatchObject({
      clientSecret: stripe.only().client_secret,
      amount: price * 100,
    });
    const readStatuses = async () => (await payments()).map(({ status }) => status);
    expect(await readStatuses()).toEqual(['canceled', 'pending']);
    const { timeline }: LeadDetail = (await admin('GET', `/api/leads/${ids.leadId}`)).json();
    const history = timeline.filter(({ kind }) => kind === 'payment');
    expect(history.map(({ after }) => after?.status).toSorted()).toEqual([
      'canceled',
      'pending',
      'pending',
    ]);
    await sendWebhook(late);
    expect(await readStatuses()).toEqual(['succeeded', 'pending']);
  });

  test('does not say of the payment that Stripe does not know that nothing was charged', async () => {
    const { pay, verify, stripe, start } = await createPaymentSite();
    const id = await pay();
    stripe.intents.clear();
    const unconfirmed = {
      success: false,
      message: expect.stringContaining('is not confirmed yet'),
    };
    expect((await verify(id)).json()).toEqual(unconfirmed);
    expect((await start()).statusCode).toBe(200);
    expect((await verify(id)).json()).toEqual(unconfirmed);
  });
});
