import { describe, expect, test } from 'vitest';
import { buildApp } from '../../src/app/build-app.server';
import { paymentSite } from '../payment-site';
import { sampleLead } from '../samples';

const paid = { success: true, message: 'Payment confirmed' };

describe('the page and the webhook arrive', () => {
  test('page first: it asks Stripe, and the webhook changes nothing more', async () => {
    const { begun, stripe, verify, hook, payments, confirmations } = await paymentSite();
    const id = await begun();
    stripe.pay(id);
    expect((await verify(id)).json()).toEqual(paid);
    await hook(stripe.event('payment_intent.succeeded', id));
    expect(await payments()).toMatchObject([{ status: 'succeeded' }]);
    expect(await confirmations()).toHaveLength(1);
  });

  test('webhook first: the page is answered without asking again', async () => {
    const { begun, stripe, verify, hook, confirmations } = await paymentSite();
    const id = await begun();
    stripe.pay(id);
    await hook(stripe.event('payment_intent.succeeded', id));
    const asked = stripe.calls.length;
    stripe.fail('down', 100);
    expect((await verify(id)).json()).toEqual(paid);
    expect(stripe.calls).toHaveLength(asked);
    expect(await confirmations()).toHaveLength(1);
  });

  test('both at once, often: one confirmation', async () => {
    const { begun, stripe, verify, hook, confirmations } = await paymentSite();
    const id = await begun();
    stripe.pay(id);
    const event = stripe.event('payment_intent.succeeded', id);
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? verify(id) : hook(event))),
    );
    expect(await confirmations()).toHaveLength(1);
  });
});

describe('not confirmed', () => {
  test('is what was not paid yet', async () => {
    const { begun, verify } = await paymentSite();
    expect((await verify(await begun())).json()).toEqual({
      success: false,
      message: 'Your payment is not confirmed yet. Please try again in a moment.',
    });
  });

  test('is a declined card', async () => {
    const { begun, stripe, verify } = await paymentSite();
    const id = await begun();
    stripe.decline(id);
    expect((await verify(id)).json().message).toBe('The card was declined. Nothing was charged.');
  });

  test('is a payment that is not ours; Stripe is not asked about it', async () => {
    const { verify, stripe } = await paymentSite();
    for (const id of ['pi_3MtwBwLkdIwHu7ix28a3tqPa', 'nonsense', '../../charges']) {
      const answer = await verify(id);
      expect(answer.statusCode).toBe(200);
      expect(answer.json().success).toBe(false);
    }
    expect(stripe.calls).toEqual([]);
  });

  test('is a payment while Stripe is down, and a retry confirms it', async () => {
    const { begun, stripe, verify } = await paymentSite();
    const id = await begun();
    stripe.pay(id);
    stripe.fail('down', 2);
    const answer = await verify(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      success: false,
      message: expect.stringContaining('not confirmed yet'),
    });
    expect((await verify(id)).json()).toEqual(paid);
  });

  test('is what Stripe answers with a fault, and a retry confirms it', async () => {
    const { begun, stripe, verify } = await paymentSite();
    const id = await begun();
    stripe.pay(id);
    stripe.fail(503, 2);
    expect((await verify(id)).json().message).toContain('not confirmed yet');
    expect((await verify(id)).json()).toEqual(paid);
  });

  test('without an id is 400', async () => {
    const { visitor } = await paymentSite();
    expect((await visitor('POST', '/api/payment-success', {})).statusCode).toBe(400);
  });
});

describe('the mails', () => {
  test('tell who has paid what happens next, and the owner who has paid', async () => {
    const { begun, stripe, verify, smtp } = await paymentSite();
    const id = await begun();
    stripe.pay(id);
    await verify(id);
    const mails = await smtp.received(4);
    const toPayer = mails.find(({ subject }) => subject.includes('payment of $1,000 received'));
    expect(toPayer?.to).toBe(sampleLead.email);
    for (const part of ['$1,000', 'Full PM', 'Within 24 hours', 'onboarding kickoff', id]) {
      expect(toPayer?.text).toContain(part);
    }
    const toOwner = mails.find(({ subject }) => subject === 'Paid: $1,000 by Halden Skin Studios');
    expect(toOwner?.to).toBe('owner@crew.example');
    expect(toOwner?.text).toContain(`https://dashboard.stripe.com/test/payments/${id}`);
  });

  test('are shown with the lead as off while mail is off', async () => {
    const { begun, stripe, verify, admin, ids } = await paymentSite({ SMTP_URL: '' });
    const id = await begun();
    stripe.pay(id);
    await verify(id);
    const states = async () => {
      const rows = (await admin('GET', `/api/leads/${ids.leadId}/deliveries`)).json();
      return rows
        .filter((row: { kind: string }) => row.kind.startsWith('payment-'))
        .map((row: { kind: string; status: string }) => [row.kind, row.status]);
    };
    await expect.poll(states, { interval: 10, timeout: 5_000 }).toEqual([
      ['payment-confirmation', 'off'],
      ['payment-notification', 'off'],
    ]);
  });
});

describe('the page never comes, nor does the webhook', () => {
  test('then the next start asks Stripe, and confirms it', async () => {
    const { begun, stripe, db, environment, payments, confirmations } = await paymentSite();
    stripe.pay(await begun());
    const next = await buildApp({ db, environment, clientDir: '/nowhere' });
    await expect
      .poll(async () => (await payments()).map(({ status }) => status), { timeout: 5_000 })
      .toEqual(['succeeded']);
    await next.close();
    expect(await confirmations()).toHaveLength(1);
  });
});
