import { describe, expect, test } from 'vitest';
import { parsePageData } from '../support/page-data';
import { createPaymentSite } from '../support/payment-site';

describe('GET /payment-success', () => {
  async function loadPage(settings: Record<string, string>) {
    const { visitor } = await createPaymentSite(settings);
    const { body } = await visitor('GET', '/payment-success?payment_intent=pi_1');
    const noscript = /<noscript>(.*?)<\/noscript>/s.exec(body)?.[1];
    return { site: parsePageData(body).site, noscript };
  }

  test('promises an email only when email is configured, with and without JavaScript', async () => {
    const off = await loadPage({ SMTP_URL: '' });
    expect(off.site).toMatchObject({ isMailOff: true });
    expect(off.noscript).toContain('There is nothing more to do.');
    expect(off.noscript).not.toMatch(/mail\b(?!to)/i);
    const { site, noscript } = await loadPage({});
    expect(site).not.toHaveProperty('isMailOff');
    expect(noscript).toContain('There is nothing more to do');
    expect(noscript).toContain('you get an email');
  });
});

describe('POST /api/payments for a package that is already paid', () => {
  test.each([
    ['without mentioning a confirmation when email is off', '', 'Nothing more is due.'],
    [
      'and says that the confirmation comes by email when email is configured',
      undefined,
      'The confirmation comes by email; nothing more is due.',
    ],
  ])('returns 409 %s', async (_, SMTP_URL, end) => {
    const { start, pay } = await createPaymentSite({
      ...(SMTP_URL !== undefined && { SMTP_URL }),
    });
    await pay();
    const again = await start();
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      `This package is already paid for. ${end}`,
    ]);
  });
});
