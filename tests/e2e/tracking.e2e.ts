import { expect, test } from './fixtures';
import { visit } from './lead-form';
import { accept, allPlatforms, banner, submitLead, visitAndAccept } from './platforms';

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

test.describe('tracking without any platform', () => {
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
});
