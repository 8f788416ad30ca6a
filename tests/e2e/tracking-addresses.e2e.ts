import { expect, test } from './fixtures';
import { visit } from './lead-form';
import { accept, answerPlatforms } from './platforms';

test.describe('with platforms that read the address by themselves', () => {
  test.use({
    settings: { META_PIXEL_ID: '4711', LINKEDIN_PARTNER_ID: '815' },
    // The key that opens no call.
    allowErrors: /404 .*bookings\/lookup/,
  });

  test('the key to a call stands in no address that they could read', async ({
    page,
    context,
    server,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(1);
    const key = 'Key0ToACall'.repeat(3);
    await visit(page, `/schedule?utm_source=mail#call=${key}`);
    await expect(page.getByText('This link opens no call.')).toBeVisible();
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
    await expect.poll(() => platforms.named('linkedin', 'page').length).toBe(2);
    expect(platforms.sent()).toContain('/schedule?utm_source=mail');
    expect(platforms.sent()).not.toContain(key);
    expect(page.url()).not.toContain(key);
    // A reload finds it nevertheless.
    await page.reload();
    await expect(page.getByText('This link opens no call.')).toBeVisible();
  });

  test('the lead of a booking link stands in no address that they could read', async ({
    page,
    context,
    server,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(1);
    const leadId = '01a20326-e0d4-77a4-8728-a764e05ec33f';
    await visit(page, `/schedule?utm_source=mail#lead=${leadId}`);
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
    await expect.poll(() => platforms.named('linkedin', 'page').length).toBe(2);
    expect(platforms.sent()).toContain('/schedule?utm_source=mail');
    expect(platforms.sent()).not.toContain(leadId);
    expect(page.url()).not.toContain(leadId);
  });

  test('no address of an enquiry or a payment is told as where a visitor came from', async ({
    page,
    context,
    server,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    await visit(
      page,
      '/payment-success?payment_intent=pi_private&payment_intent_client_secret=sec',
    );
    await page.evaluate(() => location.assign('/talent'));
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
    expect(platforms.sent()).toContain('/talent');
    expect(platforms.sent()).not.toMatch(/pi_private|sec\b/);
  });
});
