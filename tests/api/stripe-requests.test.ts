import { expect, test } from 'vitest';
import { createClient } from '../../src/features/payments/stripe-client.server';
import { readEnvironment } from '../../src/lib/environment.server';
import { serve, serveDrops, serveEndlessly } from '../http-server';
import { paymentSite } from '../payment-site';

/** Nothing of what went wrong reaches the visitor, and nothing was charged. */
const refusal = { code: 'unavailable', message: expect.stringContaining('Nothing was charged') };

test('our key goes nowhere but where Stripe is: no redirect is followed', async () => {
  const elsewhere = await serve((_, response) => response.end('{}'));
  const stripe = await serve((_, response) =>
    response.writeHead(307, { Location: `${elsewhere.origin}/v1/payment_intents` }).end(),
  );
  const { start } = await paymentSite({ STRIPE_API_BASE: stripe.origin });
  const answer = await start();
  expect([answer.statusCode, answer.json()]).toEqual([503, refusal]);
  expect(stripe.count()).toBeGreaterThan(0);
  expect(elsewhere.count()).toBe(0);
});

test('an answer that does not end is not read to its end', async () => {
  const { origin, closed, sent } = await serveEndlessly();
  const { start } = await paymentSite({ STRIPE_API_BASE: origin });
  const answer = await start();
  expect([answer.statusCode, answer.json()]).toEqual([503, refusal]);
  await closed;
  expect(sent()).toBeLessThan(50_000_000);
});

test('an answer that does not come, or comes drop by drop, is not waited for', async () => {
  for (const { origin } of [await serve(() => undefined), await serveDrops()]) {
    const environment = readEnvironment({
      STRIPE_SECRET_KEY: 'sk_test_crew',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_crew',
      STRIPE_WEBHOOK_SECRET: 'whsec_crew',
      STRIPE_API_BASE: origin,
    });
    const stripe = await createClient(environment, { timeout: 300, mostBytes: 1_000 });
    await expect(stripe.paymentIntents.retrieve('pi_1')).rejects.toMatchObject({
      type: 'StripeConnectionError',
    });
  }
});

test('an answer of another shape is a failure like any other', async () => {
  const { origin } = await serve((_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
  );
  const { start } = await paymentSite({ STRIPE_API_BASE: origin });
  const answer = await start();
  expect([answer.statusCode, answer.json()]).toEqual([503, refusal]);
});
