import { describe, expect, test } from 'vitest';
import { buildApp } from '../../src/app/build-app.server';
import { paymentSite } from '../payment-site';
import { sampleLead } from '../samples';

const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();

describe('deleting', () => {
  test.each(['leads', 'packages'] as const)(
    'one of the %s with money in it is refused, paid or refunded',
    async (path) => {
      const { begun, stripe, hook, admin, ids, payments } = await paymentSite();
      const id = await begun();
      stripe.pay(id);
      await hook(stripe.event('payment_intent.succeeded', id));
      const address = `/api/${path}/${path === 'leads' ? ids.leadId : ids.packageId}`;
      const refused = await admin('DELETE', address);
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toEqual({
        code: 'conflict',
        message: `This ${path.slice(0, -1)} has a payment of $1,000 and can't be deleted: payments are kept.`,
      });
      stripe.refund(id);
      await hook(stripe.event('charge.refunded', id));
      expect((await admin('DELETE', address)).statusCode).toBe(409);
      expect(await payments()).toMatchObject([{ status: 'refunded' }]);
    },
  );

  test.each(['leads', 'packages'] as const)(
    'one of the %s takes an open payment along, and Stripe takes no money for it any more',
    async (path) => {
      const { begun, stripe, admin, ids, payments, hook } = await paymentSite();
      const id = await begun();
      const address = `/api/${path}/${path === 'leads' ? ids.leadId : ids.packageId}`;
      expect((await admin('DELETE', address)).statusCode).toBe(204);
      expect(await payments()).toEqual([]);
      await expect.poll(() => stripe.only().status, { timeout: 5_000 }).toBe('canceled');
      // What Stripe says about it later is taken, and changes nothing.
      expect((await hook(stripe.event('payment_intent.canceled', id))).statusCode).toBe(200);
    },
  );

  test('a lead is possible while Stripe is down; it is told when it is back', async () => {
    const { begun, stripe, admin, ids } = await paymentSite();
    await begun();
    stripe.fail('down', 3);
    expect((await admin('DELETE', `/api/leads/${ids.leadId}`)).statusCode).toBe(204);
    await expect.poll(() => stripe.only().status, { timeout: 10_000 }).toBe('canceled');
  });
});

describe('a lead’s payments', () => {
  test('are the owner’s to see, with Stripe’s page of each', async () => {
    const { begun, stripe, verify, admin, visitor, ids } = await paymentSite();
    const id = await begun();
    stripe.pay(id);
    await verify(id);
    const address = `/api/leads/${ids.leadId}/payments`;
    expect((await visitor('GET', address)).statusCode).toBe(401);
    expect((await admin('GET', address)).json()).toEqual([
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

describe('reconciliation', () => {
  type Site = Awaited<ReturnType<typeof paymentSite>>;
  type Payment = Awaited<ReturnType<Site['payments']>>[number];

  /** Starts a second process on the same database, and stops it when the payments are as expected. */
  async function restart(site: Site, until: (payment: Payment) => boolean) {
    const { db, environment } = site;
    const next = await buildApp({ db, environment, clientDir: '/nowhere' });
    await expect
      .poll(async () => (await site.payments()).some(until), { timeout: 10_000 })
      .toBe(true);
    await next.close();
  }

  test('ends what has been open for a month, and no earlier', async () => {
    const site = await paymentSite();
    await site.begun();
    await site.db
      .updateTable('payments')
      .set({ createdAt: ago(29) })
      .execute();
    await restart(site, ({ checkedAt }) => checkedAt !== null);
    expect(await site.payments()).toMatchObject([{ status: 'pending' }]);
    await site.db
      .updateTable('payments')
      .set({ createdAt: ago(31) })
      .execute();
    await restart(site, ({ status }) => status === 'canceled');
    expect(site.stripe.only().status).toBe('canceled');
  });

  test('ends what never reached Stripe', async () => {
    const site = await paymentSite();
    site.stripe.fail('down', 2);
    expect((await site.start()).statusCode).toBe(503);
    await site.db
      .updateTable('payments')
      .set({ createdAt: ago(2) })
      .execute();
    await restart(site, ({ status }) => status === 'canceled');
  });

  test('is one process’s at a time', async () => {
    const site = await paymentSite();
    site.stripe.pay(await site.begun());
    const asked = site.stripe.calls.length;
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await site.db
      .updateTable('siteState')
      .set({ value: inAnHour })
      .where('key', '=', 'payments_lease')
      .execute();
    const second = await buildApp({
      db: site.db,
      environment: site.environment,
      clientDir: '/nowhere',
    });
    await second.close();
    expect(site.stripe.calls).toHaveLength(asked);
    expect(await site.payments()).toMatchObject([{ status: 'pending' }]);
  });

  test('stops asking while Stripe is down, and goes on with what waits longest', async () => {
    const site = await paymentSite();
    const { start, visitor, ids, stripe } = site;
    await start();
    const other = (await visitor('POST', '/api/leads', sampleLead)).json();
    await start({ ...ids, leadId: other.id });
    for (const id of stripe.intents.keys()) stripe.pay(id);
    const asked = stripe.calls.length;
    // As often as one question is tried.
    stripe.fail('down', 2);
    await restart(site, ({ checkedAt }) => checkedAt !== null);
    expect(stripe.calls).toHaveLength(asked + 2);
    expect((await site.payments()).map(({ status }) => status)).toEqual(['pending', 'pending']);
    await restart(site, ({ status }) => status === 'succeeded');
    const waitedLonger = (await site.payments()).find(({ leadId }) => leadId === other.id);
    expect(stripe.calls[asked + 2]?.path).toBe(
      `/v1/payment_intents/${waitedLonger?.stripePaymentIntentId}`,
    );
  });
});
