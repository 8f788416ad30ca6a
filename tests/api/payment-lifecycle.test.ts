import { describe, expect, test } from 'vitest';
import { createPaymentSite } from '../support/payment-site';
import { sampleLead } from '../support/samples';
import { startSecondApp } from '../support/test-app';

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

describe('DELETE of a lead or package with payments', () => {
  test.each(['leads', 'packages'] as const)(
    'rejects one of the %s with a paid or refunded payment with 409',
    async (path) => {
      const { pay, stripe, sendWebhook, admin, ids, payments } = await createPaymentSite();
      const id = await pay();
      await sendWebhook(stripe.event('payment_intent.succeeded', id));
      const url = `/api/${path}/${path === 'leads' ? ids.leadId : ids.packageId}`;
      const rejected = await admin('DELETE', url);
      expect(rejected.statusCode).toBe(409);
      expect(rejected.json()).toEqual({
        code: 'conflict',
        message: `This ${path.slice(0, -1)} has a payment of $1,000 and can't be deleted: payment records must be retained.`,
      });
      stripe.refund(id);
      await sendWebhook(stripe.event('charge.refunded', id));
      expect((await admin('DELETE', url)).statusCode).toBe(409);
      expect(await payments()).toMatchObject([{ status: 'refunded' }]);
    },
  );

  test.each(['leads', 'packages'] as const)(
    'deletes the open payment of one of the %s and cancels it at Stripe',
    async (path) => {
      const { beginPayment, stripe, admin, ids, payments, sendWebhook } = await createPaymentSite();
      const id = await beginPayment();
      const url = `/api/${path}/${path === 'leads' ? ids.leadId : ids.packageId}`;
      expect((await admin('DELETE', url)).statusCode).toBe(204);
      expect(await payments()).toEqual([]);
      await expect.poll(() => stripe.only().status).toBe('canceled');
      // A late webhook about the deleted payment must not fail, or Stripe would retry it for days.
      expect((await sendWebhook(stripe.event('payment_intent.canceled', id))).statusCode).toBe(200);
    },
  );

  test('deletes a lead while Stripe is down and cancels the payment once Stripe is back', async () => {
    const { beginPayment, stripe, admin, ids } = await createPaymentSite();
    await beginPayment();
    stripe.fail('down', 3);
    expect((await admin('DELETE', `/api/leads/${ids.leadId}`)).statusCode).toBe(204);
    await expect.poll(() => stripe.only().status).toBe('canceled');
  });
});

describe('GET /api/leads/:id/payments', () => {
  test('lists payments with their Stripe links', async () => {
    const { pay, verify, admin, ids } = await createPaymentSite();
    const id = await pay();
    await verify(id);
    const url = `/api/leads/${ids.leadId}/payments`;
    expect((await admin('GET', url)).json()).toEqual([
      {
        id: expect.any(String),
        packageName: 'Full PM',
        amount: 100_000,
        refundedAmount: 0,
        currency: 'usd',
        status: 'succeeded',
        createdAt: expect.any(String),
        attribution: null,
        stripeUrl: `https://dashboard.stripe.com/test/payments/${id}`,
      },
    ]);
  });
});

describe('payment reconciliation', () => {
  type Site = Awaited<ReturnType<typeof createPaymentSite>>;
  type Payment = Awaited<ReturnType<Site['payments']>>[number];

  /** Starts a second app on the same database and closes it once a payment matches `until`. */
  async function restart(site: Site, until: (payment: Payment) => boolean) {
    const next = await startSecondApp(site);
    await expect.poll(async () => (await site.payments()).some(until)).toBe(true);
    await next.close();
  }

  test('cancels a payment that has been open for a month, but not one of 29 days', async () => {
    const site = await createPaymentSite();
    await site.beginPayment();
    await site.db
      .updateTable('payments')
      .set({ createdAt: daysAgo(29) })
      .execute();
    await restart(site, ({ checkedAt }) => checkedAt !== null);
    expect(await site.payments()).toMatchObject([{ status: 'pending' }]);
    await site.db
      .updateTable('payments')
      .set({ createdAt: daysAgo(31) })
      .execute();
    await restart(site, ({ status }) => status === 'canceled');
    expect(site.stripe.only().status).toBe('canceled');
  });

  test.each([
    ['keeps', 29, 'pending'],
    ['cancels', 31, 'canceled'],
  ])(
    '%s a payment that Stripe does not know after %i days, and settles the others',
    async (_, days, status) => {
      const site = await createPaymentSite();
      const { start, visitor, ids, stripe } = site;
      await start();
      await site.db
        .updateTable('payments')
        .set({ createdAt: daysAgo(days) })
        .execute();
      stripe.intents.clear();
      const other = (await visitor('POST', '/api/leads', sampleLead)).json();
      await start({ ...ids, leadId: other.id });
      stripe.pay(stripe.only().id);
      await restart(site, (payment) => payment.status === 'succeeded');
      const payments = await site.payments();
      expect(payments.map((payment) => payment.status)).toEqual([status, 'succeeded']);
    },
  );

  test('cancels a payment that never reached Stripe', async () => {
    const site = await createPaymentSite();
    site.stripe.fail('down', 2);
    expect((await site.start()).statusCode).toBe(503);
    await site.db
      .updateTable('payments')
      .set({ createdAt: daysAgo(2) })
      .execute();
    await restart(site, ({ status }) => status === 'canceled');
  });

  test('does not run while another process holds the lease', async () => {
    const site = await createPaymentSite();
    await site.pay();
    const callCount = site.stripe.calls.length;
    const inAMinute = new Date(Date.now() + 60_000).toISOString();
    await site.db
      .updateTable('siteState')
      .set({ value: inAMinute })
      .where('key', '=', 'payments_lease')
      .execute();
    const second = await startSecondApp(site);
    await second.close();
    expect(site.stripe.calls).toHaveLength(callCount);
    expect(await site.payments()).toMatchObject([{ status: 'pending' }]);
  });

  test('stops at the first failure while Stripe is down and resumes with the payment that waited longest', async () => {
    const site = await createPaymentSite();
    const { start, visitor, ids, stripe } = site;
    await start();
    const other = (await visitor('POST', '/api/leads', sampleLead)).json();
    await start({ ...ids, leadId: other.id });
    for (const id of stripe.intents.keys()) stripe.pay(id);
    const callCount = stripe.calls.length;
    stripe.fail('down', Number.POSITIVE_INFINITY);
    await restart(site, ({ checkedAt }) => checkedAt !== null);
    // A request is tried twice, and the second may fail before it leaves.
    expect(new Set(stripe.calls.slice(callCount).map(({ path }) => path)).size).toBe(1);
    expect((await site.payments()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    stripe.fail('down', 0);
    const failedCount = stripe.calls.length;
    await restart(site, ({ status }) => status === 'succeeded');
    const waitedLonger = (await site.payments()).find(({ leadId }) => leadId === other.id);
    expect(stripe.calls[failedCount]?.path).toBe(
      `/v1/payment_intents/${waitedLonger?.stripePaymentIntentId}`,
    );
  });
});
