import { expect, test } from './fixtures';
import { visit } from './lead-form';
import { allPlatforms, type Platforms, visitAndAccept } from './platforms';

const expectPageViews = async (platforms: Platforms, count: number) => {
  await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(count);
  await expect.poll(() => platforms.named('linkedin', 'page').length).toBe(count);
};

test.describe('page addresses seen by Meta and LinkedIn', () => {
  test.use({
    sharedSite: 'demo content',
    settings: allPlatforms,
    // The lookup of an invalid call key responds with 404.
    allowErrors: /404 .*bookings\/lookup/,
  });

  test('contain no lead id of a booking link, and no platform runs where the link to a call was opened, which still works after a reload', async ({
    page,
    platforms,
  }) => {
    await visitAndAccept(page, platforms);
    const leadId = '01a20326-e0d4-77a4-8728-a764e05ec33f';
    await visit(page, `/schedule?utm_source=mail#lead=${leadId}`);
    await expectPageViews(platforms, 2);
    expect(platforms.payloads()).toContain('/schedule?utm_source=mail');
    expect(platforms.payloads()).not.toContain(leadId);
    expect(page.url()).not.toContain(leadId);

    const key = 'Key0ToACall'.repeat(3);
    await visit(page, `/schedule?utm_source=letter#call=${key}`);
    await expect(page.getByText('We couldn’t find this call.')).toBeVisible();
    expect(page.url()).not.toContain(key);
    // The page still has the key after a reload.
    await page.reload();
    await expect(page.getByText('We couldn’t find this call.')).toBeVisible();
    await page.getByRole('link', { name: 'Browse Talent' }).first().click();
    await expect(page).toHaveURL(/\/talent$/);
    await visit(page, '/cover');
    await expectPageViews(platforms, 3);
    expect(platforms.payloads()).toContain('/cover');
    expect(platforms.payloads()).not.toMatch(/letter|\/talent/);
    expect(platforms.payloads()).not.toContain(key);
  });

  test('do not include a payment page as the referrer', async ({ page, platforms }) => {
    await visitAndAccept(page, platforms);
    await visit(
      page,
      '/payment-success?payment_intent=pi_private&payment_intent_client_secret=sec',
    );
    await page.evaluate(() => location.assign('/talent'));
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
    expect(platforms.payloads()).toContain('/talent');
    expect(platforms.payloads()).not.toMatch(/pi_private|sec\b/);
  });
});
