import { describe, expect, test } from 'vitest';
import type { LeadDetail } from '../../src/leads/detail-contract';
import { createPaymentSite } from '../support/payment-site';
import { startSecondApp } from '../support/test-app';

const paid = { success: true, message: 'Payment confirmed' };

describe('a payment that page and webhook report', () => {
  test('is confirmed once when the page asks Stripe before the webhook arrives', async () => {
    const { pay, stripe, verify, sendWebhook, payments, confirmations } = await createPaymentSite();
    const id = await pay();
    expect((await verify(id)).json()).toEqual(paid);
    await sendWebhook(stripe.event('payment_intent.succeeded', id));
    expect(await payments()).toMatchObject([{ status: 'succeeded' }]);
    expect(await confirmations()).toHaveLength(1);
  });

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
