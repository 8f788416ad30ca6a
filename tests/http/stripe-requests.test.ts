import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/foundation/environment/environment.server';
import { createStripeClient } from '../../src/payments/stripe-client.server';
import { serve, serveDrops, serveEndlessly } from '../support/http-server';
import { createPaymentSite } from '../support/payment-site';

/** The visitor's response: no detail of the failure, and that nothing was charged. */
const unavailable = {
  code: 'unavailable',
  message: expect.stringContaining('Nothing was charged'),
};

describe('Stripe client', () => {
  test('does not follow redirects, so that the secret key is not sent elsewhere', async () => {
    const elsewhere = await serve((_, response) => response.end('{}'));
    const stripe = await serve((_, response) =>
      response.writeHead(307, { Location: `${elsewhere.origin}/v1/payment_intents` }).end(),
    );
    const { start } = await createPaymentSite({ STRIPE_API_BASE: stripe.origin });
    const response = await start();
    expect([response.statusCode, response.json()]).toEqual([503, unavailable]);
    expect(stripe.count()).toBeGreaterThan(0);
    expect(elsewhere.count()).toBe(0);
  });

  test('stops reading a response that exceeds the size limit', async () => {
    const { origin, closed, sent } = await serveEndlessly();
    const { start } = await createPaymentSite({ STRIPE_API_BASE: origin });
    const response = await start();
    expect([response.statusCode, response.json()]).toEqual([503, unavailable]);
    await closed;
    expect(sent()).toBeLessThan(50_000_000);
  });

  test('times out when the response is missing or arrives byte by byte', async () => {
    for (const { origin } of [await serve(() => undefined), await serveDrops()]) {
      const environment = readEnvironment({
        STRIPE_SECRET_KEY: 'sk_test_crew',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_crew',
        STRIPE_WEBHOOK_SECRET: 'whsec_crew',
        STRIPE_API_BASE: origin,
      });
      const stripe = await createStripeClient(environment, { timeoutMs: 300, maxBytes: 1_000 });
      await expect(stripe.paymentIntents.retrieve('pi_1')).rejects.toMatchObject({
        type: 'StripeConnectionError',
      });
    }
  });

  test('returns 503 for a response of an unexpected shape', async () => {
    const { origin } = await serve((_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
    );
    const { start } = await createPaymentSite({ STRIPE_API_BASE: origin });
    const response = await start();
    expect([response.statusCode, response.json()]).toEqual([503, unavailable]);
  });
});
