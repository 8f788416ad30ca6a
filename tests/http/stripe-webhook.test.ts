import { describe, expect, test } from 'vitest';
import { createPaymentSite } from '../support/payment-site';
import { signEvent } from '../support/stripe';

describe('POST /api/stripe/webhook', () => {
  test.each([
    ['another amount', { amount: 100, amount_received: 100 }],
    ['less than the full amount', { amount_received: 99_999 }],
    ['another currency', { currency: 'jpy' }],
    ['another payment', { metadata: { paymentId: 'another' } }],
  ])('does not count %s as paid', async (_, changes) => {
    const { pay, stripe, sendWebhook, payments, verify, confirmations } = await createPaymentSite();
    const id = await pay();
    Object.assign(stripe.only(), changes);
    expect((await sendWebhook(stripe.event('payment_intent.succeeded', id))).statusCode).toBe(200);
    expect((await verify(id)).json().success).toBe(false);
    expect(await payments()).toMatchObject([{ status: 'pending' }]);
    expect(await confirmations()).toEqual([]);
  });

  test('accepts events that are not about its payments and changes nothing', async () => {
    const { beginPayment, sendWebhook, payments } = await createPaymentSite();
    await beginPayment();
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
      { type: 'payment_intent.succeeded' },
      [],
      null,
    ]) {
      expect((await sendWebhook(signEvent(JSON.stringify(body)))).statusCode).toBe(200);
    }
    expect(await payments()).toMatchObject([{ status: 'pending' }]);
  });

  test('returns 400 for a wrong, missing or expired signature and changes nothing', async () => {
    const { pay, stripe, sendWebhook, payments } = await createPaymentSite();
    const id = await pay();
    const { payload, headers } = stripe.event('payment_intent.succeeded', id);
    const { 'stripe-signature': signature = '', ...unsigned } = headers;
    const tenMinutesAgo = Math.floor(Date.now() / 1000) - 600;
    for (const event of [
      { payload, headers: unsigned },
      { payload, headers: { ...headers, 'stripe-signature': 'nonsense' } },
      { payload, headers: { ...headers, 'stripe-signature': signature.replace(/.$/, 'x') } },
      // One more space: the signature covers the raw bytes, not the parsed JSON.
      { payload: `${payload} `, headers },
      { payload: '', headers },
      signEvent(payload, { secret: 'whsec_another' }),
      signEvent(payload, { at: tenMinutesAgo }),
    ]) {
      const rejected = await sendWebhook(event);
      expect(rejected.statusCode).toBe(400);
      expect(rejected.json()).toEqual({ code: 'invalid', message: 'The signature is not valid.' });
    }
    expect(await payments()).toMatchObject([{ status: 'pending' }]);
  });

  test('returns 413 for a body of 300 kB', async () => {
    const { sendWebhook } = await createPaymentSite();
    expect((await sendWebhook(signEvent('x'.repeat(300 * 1024)))).statusCode).toBe(413);
  });

  test('is the only route that accepts a raw body: POST /api/payments returns 415', async () => {
    const { app, ids } = await createPaymentSite();
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
});
