import { expect, test } from './fixtures';
import { visit } from './lead-form';
import {
  accept,
  allPlatforms,
  banner,
  type Platforms,
  submitLead,
  visitAndAccept,
} from './platforms';

test.use({ sharedSite: 'demo content' });

test.describe('tracking with every platform configured', () => {
  test.use({ settings: allPlatforms });

  test('sends the events that happened before consent once each, with their parameters and without personal data, after Accept', async ({
    page,
    server,
    platforms,
  }) => {
    await visit(page, '/?utm_source=newsletter&secret=1');
    await submitLead(page, 'Told Once');
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    await accept(page);
    await expect(banner(page)).toBeHidden();
    await expect
      .poll(() => platforms.eventNames())
      .toEqual([
        'analytics lead_submission',
        'analytics package_selected',
        'analytics page_view',
        'linkedin page',
        'linkedin track',
        'meta AddToCart',
        'meta Lead',
        'meta PageView',
        'tag-manager AddToCart',
        'tag-manager Lead',
        'tag-manager lead_submission',
        'tag-manager package_selected',
        'tag-manager page_view',
      ]);

    const lead = {
      company_name: 'Told Once',
      number_of_locations: 4,
      interested_package: 'Full PM',
      value: 1000,
    };
    const [analyticsLead] = platforms.named('analytics', 'lead_submission');
    expect(analyticsLead?.parameters).toEqual({ ...lead, send_to: 'G-TEST123' });
    const [managerLead] = platforms.named('tag-manager', 'lead_submission');
    expect(managerLead?.parameters).toEqual(lead);
    const [metaLead] = platforms.named('meta', 'Lead');
    expect(metaLead?.parameters).toEqual({ content_name: 'Full PM', value: 1000, currency: 'USD' });
    const [conversion] = platforms.named('linkedin', 'track');
    expect(conversion?.parameters).toEqual({ conversion_id: 99 });
    for (const event of [managerLead, metaLead, conversion]) {
      expect(event?.id).toBe(analyticsLead?.id);
    }

    const [selected] = platforms.named('analytics', 'package_selected');
    expect(selected?.parameters).toEqual({
      package_name: 'Full PM',
      package_price: 1000,
      value: 1000,
      currency: 'USD',
      send_to: 'G-TEST123',
    });
    expect(platforms.named('meta', 'AddToCart')[0]?.parameters).toEqual({
      content_name: 'Full PM',
      value: 1000,
      currency: 'USD',
    });
    expect(platforms.named('analytics', 'page_view')[0]?.parameters).toMatchObject({
      page_location: `${server.url}/?utm_source=newsletter`,
    });
    expect(JSON.stringify(platforms.events())).not.toMatch(/olga|brenner|haldenskin/i);
  });

  test('Google consent mode switches from denied to granted on Accept, and each page is viewed once, also on client-side navigation and Back', async ({
    page,
    server,
    platforms,
  }) => {
    await visitAndAccept(page, platforms);
    const consentParameters = (state: string) => ({
      analytics_storage: state,
      ad_storage: state,
      ad_user_data: state,
      ad_personalization: state,
    });
    await expect.poll(() => platforms.consents().length).toBe(4);
    for (const platform of ['analytics', 'tag-manager'] as const) {
      const consents = platforms.consents().filter((one) => one.platform === platform);
      expect(consents.map(({ event, parameters }) => [event, parameters])).toEqual([
        ['consent default', consentParameters('denied')],
        ['consent update', consentParameters('granted')],
      ]);
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Browse Talent' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/talent$/);
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
    await page.goBack();
    await expect.poll(() => platforms.named('analytics', 'page_view').length).toBe(3);
    expect(
      platforms.named('analytics', 'page_view').map(({ parameters }) => parameters.page_location),
    ).toEqual([`${server.url}/`, `${server.url}/talent`, `${server.url}/`]);
    await expect.poll(() => platforms.named('tag-manager', 'page_view').length).toBe(3);
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(3);
  });

  test('no platform runs in the admin area, even after Back from a page on which it runs', async ({
    page,
    platforms,
  }) => {
    await visitAndAccept(page, platforms);
    await visit(page, '/admin/login');
    await page.getByRole('link', { name: 'Crewbridge, home' }).click();
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
    await page.goBack();
    await expect(page.getByLabel('Password')).toBeVisible();
    expect(await page.evaluate(() => 'fbq' in window || 'dataLayer' in window)).toBe(false);
  });
});

const expectPageViews = async (platforms: Platforms, count: number) => {
  await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(count);
  await expect.poll(() => platforms.named('linkedin', 'page').length).toBe(count);
};

test.describe('page addresses seen by Meta and LinkedIn', () => {
  test.use({
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

test('a site without platforms shows no consent banner, loads no tracker and sends no request to another origin', async ({
  page,
  platforms,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await visit(page, '/');
  await submitLead(page, 'Unmeasured');
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeHidden();
  expect(platforms.externalRequests()).toEqual([]);
  expect(scripts.filter((url) => /tracker|ConsentBanner/.test(url))).toEqual([]);
});
