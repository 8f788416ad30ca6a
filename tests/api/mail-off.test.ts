import { describe, expect, test } from 'vitest';
import { parsePageData } from '../page-data';
import { createPaymentSite } from '../payment-site';
import { createTestApp } from '../test-app';

describe('GET /payment-success', () => {
  test('sets isMailOff in the page data when SMTP_URL is not set', async () => {
    const { visitor } = await createTestApp();
    const page = await visitor('GET', '/payment-success?payment_intent=pi_1');
    expect(parsePageData(page.body).site).toMatchObject({ isMailOff: true });
  });

  test('leaves isMailOff out of the page data when email is configured', async () => {
    const { visitor } = await createPaymentSite();
    const page = await visitor('GET', '/payment-success?payment_intent=pi_1');
    expect(parsePageData(page.body).site).not.toHaveProperty('isMailOff');
  });
});

describe('GET /payment-success without JavaScript', () => {
  const extractNoscript = (html: string) => /<noscript>(.*?)<\/noscript>/s.exec(html)?.[1];

  test('does not promise an email when email is off', async () => {
    const { visitor } = await createTestApp();
    const page = await visitor('GET', '/payment-success?payment_intent=pi_1');
    const text = extractNoscript(page.body);
    expect(text).toContain('There is nothing more to do.');
    expect(text).not.toMatch(/mail\b(?!to)/i);
  });

  test('promises an email when email is configured', async () => {
    const { visitor } = await createPaymentSite();
    const page = await visitor('GET', '/payment-success?payment_intent=pi_1');
    expect(extractNoscript(page.body)).toContain('you get an email');
  });
});

describe('POST /api/payments for a package that is already paid', () => {
  test('returns 409 without mentioning a confirmation when email is off', async () => {
    const { start, beginPayment, stripe } = await createPaymentSite({ SMTP_URL: '' });
    stripe.pay(await beginPayment());
    const again = await start();
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'This package is already paid for. Nothing more is due.',
    ]);
  });

  test('returns 409 and says that the confirmation comes by email when email is configured', async () => {
    const { start, beginPayment, stripe } = await createPaymentSite();
    stripe.pay(await beginPayment());
    const again = await start();
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'This package is already paid for. The confirmation comes by email; nothing more is due.',
    ]);
  });
});
