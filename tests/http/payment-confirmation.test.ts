import { describe, expect, test } from 'vitest';
import { createPaymentSite } from '../support/payment-site';
import { sampleLead } from '../support/samples';

const paid = { success: true, message: 'Payment confirmed' };

describe('POST /api/payment-success', () => {
  test('returns success false for a payment that was not made yet, and what to pay again for a declined card', async () => {
    const { beginPayment, stripe, verify, ids } = await createPaymentSite();
    const id = await beginPayment();
    expect((await verify(id)).json()).toEqual({
      success: false,
      message: 'Your payment is not confirmed yet. Please try again in a moment.',
    });
    stripe.decline(id);
    expect((await verify(id)).json()).toEqual({
      success: false,
      message: 'The card was declined. Nothing was charged.',
      unpaid: ids,
    });
  });

  test('returns success false for an unknown payment, and 400 without an id, without calling Stripe', async () => {
    const { verify, stripe, visitor } = await createPaymentSite();
    expect((await visitor('POST', '/api/payment-success', {})).statusCode).toBe(400);
    for (const id of ['pi_3MtwBwLkdIwHu7ix28a3tqPa', 'nonsense', '../../charges']) {
      const response = await verify(id);
      expect(response.statusCode).toBe(200);
      expect(response.json().success).toBe(false);
    }
    expect(stripe.calls).toEqual([]);
  });

  test.each([
    ['is unreachable', 'down'],
    ['responds with 503', 503],
  ] as const)('returns success false while Stripe %s, and confirms on retry', async (_, fault) => {
    const { pay, stripe, verify } = await createPaymentSite();
    const id = await pay();
    stripe.fail(fault, 2);
    const response = await verify(id);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      success: false,
      message: expect.stringContaining('not confirmed yet'),
    });
    expect((await verify(id)).json()).toEqual(paid);
  });
});

describe('payment emails', () => {
  test('tell the customer the next steps and the owner who paid', async () => {
    const { pay, verify, smtp } = await createPaymentSite();
    const id = await pay();
    await verify(id);
    const mails = await smtp.received(4);
    const toPayer = mails.find(({ subject }) => subject.includes('payment of $1,000 received'));
    expect(toPayer?.to).toBe(sampleLead.email);
    for (const part of ['$1,000', 'Full PM', 'within 24 hours', 'onboarding kickoff', id]) {
      expect(toPayer?.text).toContain(part);
    }
    const toOwner = mails.find(({ subject }) => subject === 'Paid: $1,000 by Halden Skin Studios');
    expect(toOwner?.to).toBe('owner@crew.example');
    expect(toOwner?.text).toContain(`https://dashboard.stripe.com/test/payments/${id}`);
  });

  test('are listed with the lead as off when SMTP_URL is not set', async () => {
    const { pay, verify, admin, ids } = await createPaymentSite({ SMTP_URL: '' });
    const id = await pay();
    await verify(id);
    const states = async () => {
      const rows = (await admin('GET', `/api/leads/${ids.leadId}/deliveries`)).json();
      return rows
        .filter((row: { kind: string }) => row.kind.startsWith('payment-'))
        .map((row: { kind: string; status: string }) => [row.kind, row.status]);
    };
    await expect.poll(states).toEqual([
      ['payment-confirmation', 'off'],
      ['payment-notification', 'off'],
    ]);
  });
});
