import { noConsent, serializeConsent } from '../../src/analytics/consent/consent';
import { expect, test } from './fixtures';
import { fetchStoredLeads, visit } from './lead-form';
import {
  accept,
  allowAnalytics,
  allPlatforms,
  banner,
  mockPlatforms,
  refuse,
  submitLead,
  visitAndAccept,
} from './platforms';

test.use({ sharedSite: 'demo content' });

test.describe('consent banner with every platform configured', () => {
  test.use({ settings: allPlatforms });

  test('Refuse is remembered on later pages, and the events recorded before it are never sent', async ({
    page,
    platforms,
  }) => {
    await visit(page, '/');
    await submitLead(page, 'Refused');
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    await refuse(page);
    await expect(banner(page)).toBeHidden();
    await visit(page, '/talent');
    await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
    await expect(banner(page)).toBeHidden();
    expect(platforms.externalRequests()).toEqual([]);
  });

  test('allowing Analytics only sends nothing to advertising platforms', async ({
    page,
    platforms,
  }) => {
    await visit(page, '/');
    await allowAnalytics(page);
    await expect
      .poll(() => platforms.eventNames())
      .toEqual(['analytics page_view', 'tag-manager page_view']);
    expect(platforms.named('analytics', 'consent update')[0]?.parameters).toMatchObject({
      analytics_storage: 'granted',
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    });
    expect(platforms.externalRequests().join()).not.toMatch(/facebook|linkedin|licdn/);
  });

  test('Global Privacy Control denies advertising even after Accept', async ({
    page,
    context,
    platforms,
  }) => {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
    await visit(page, '/?gclid=abc&utm_source=google');
    await accept(page);
    await submitLead(page, 'Private Person');
    await expect.poll(() => platforms.named('analytics', 'lead_submission').length).toBe(1);
    expect(platforms.externalRequests().join()).not.toMatch(/facebook|linkedin|licdn/);
    expect(platforms.named('analytics', 'consent update')[0]?.parameters).toMatchObject({
      ad_storage: 'denied',
    });
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await expect(banner(page).getByLabel(/^Advertising/)).toBeDisabled();
  });

  test('refusing after Accept stops all events at once and deletes the platforms’ cookies', async ({
    page,
    context,
    platforms,
  }) => {
    await visitAndAccept(page, platforms);
    const cookies = async () => (await context.cookies()).map(({ name }) => name).sort();
    await expect.poll(cookies).toEqual(['_fbp', '_ga']);
    const settings = page.getByRole('button', { name: 'Cookie settings' });
    await settings.click();
    await expect(banner(page)).toBeFocused();
    await refuse(page);
    await expect(settings).toBeFocused();
    await expect.poll(cookies).toEqual([]);
    const before = platforms.events().length;
    await submitLead(page, 'Taken Back');
    expect(platforms.events()).toHaveLength(before);
    await expect(page.getByRole('button', { name: "We'll Contact You" })).toBeVisible();
  });

  test('refusing on another page applies to a page that is restored from the back/forward cache', async ({
    page,
    platforms,
    server,
  }) => {
    await visitAndAccept(page, platforms);
    const refused = serializeConsent({ ...noConsent, at: new Date().toISOString() });
    // The tests' browser lacks the cache. A page receives no event for what it stores itself.
    await page.evaluate((text) => {
      localStorage.setItem('consent', text);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    }, refused);
    const before = platforms.events().length;
    await submitLead(page, 'Refused Elsewhere');
    expect(platforms.events()).toHaveLength(before);
    expect(await fetchStoredLeads(server, 'Refused Elsewhere')).toMatchObject([
      { consent: noConsent },
    ]);
  });
});

test.describe('consent banner with Meta only', () => {
  test.use({ settings: { META_PIXEL_ID: '4711' } });

  test('sends requests to Meta only, and does not ask visitors with Global Privacy Control', async ({
    page,
    server,
    browser,
    platforms,
  }) => {
    await visitAndAccept(page, platforms);
    expect(platforms.externalRequests().join()).not.toMatch(/google|linkedin|licdn/);

    const otherContext = await browser.newContext({ baseURL: server.url });
    await otherContext.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
    const otherPlatforms = await mockPlatforms(otherContext, server.url);
    const otherPage = await otherContext.newPage();
    await visit(otherPage, '/');
    await submitLead(otherPage, 'Asks Not To');
    await expect(banner(otherPage)).toBeHidden();
    expect(otherPlatforms.externalRequests()).toEqual([]);
    await otherContext.close();
  });
});
