import { describe, expect, test } from 'vitest';
import { pageData } from '../page-data';
import { paymentSite } from '../payment-site';
import { testApp } from '../test-app';

describe('GET /payment-success', () => {
  test('tells the page when no mail is sent, so that it promises none', async () => {
    const { visitor } = await testApp();
    const page = await visitor('GET', '/payment-success?payment_intent=pi_1');
    expect(pageData(page.body).site).toMatchObject({ isMailOff: true });
  });

  test('says nothing of mail where it is set up', async () => {
    const { visitor } = await paymentSite();
    const page = await visitor('GET', '/payment-success?payment_intent=pi_1');
    expect(pageData(page.body).site).not.toHaveProperty('isMailOff');
  });
});

describe('/payment-success without JavaScript', () => {
  const noscript = (html: string) => /<noscript>(.*?)<\/noscript>/s.exec(html)?.[1];

  test('promises no email when none is sent', async () => {
    const { visitor } = await testApp();
    const page = await visitor('GET', '/payment-success?payment_intent=pi_1');
    const text = noscript(page.body);
    expect(text).toContain('There is nothing more to do.');
    expect(text).not.toMatch(/mail\b(?!to)/i);
  });

  test('says that an email comes where email is set up', async () => {
    const { visitor } = await paymentSite();
    const page = await visitor('GET', '/payment-success?payment_intent=pi_1');
    expect(noscript(page.body)).toContain('you get an email');
  });
});

describe('POST /api/payments for a package that is paid', () => {
  test('speaks of no confirmation when email is off', async () => {
    const { start, begun, stripe } = await paymentSite({ SMTP_URL: '' });
    stripe.pay(await begun());
    const again = await start();
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'This package is paid for already. Nothing more is due.',
    ]);
  });

  test('says that the confirmation comes by email where email is set up', async () => {
    const { start, begun, stripe } = await paymentSite();
    stripe.pay(await begun());
    const again = await start();
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'This package is paid for already. The confirmation comes by email; nothing more is due.',
    ]);
  });
});
