import { expect, test } from './fixtures';
import { visit } from './lead-form';
import {
  accept,
  allPlatforms,
  answerPlatforms,
  banner,
  refuse,
  sendEnquiry,
  type Told,
} from './platforms';

const named = (events: Told[]) =>
  events.map(({ platform, event }) => `${platform} ${event}`).sort();

test.describe('with every platform set up', () => {
  test.use({ settings: allPlatforms });

  test('a no is kept, and drops what waited', async ({ page, context, server }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await sendEnquiry(page, 'Refused');
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    await refuse(page);
    await expect(banner(page)).toBeHidden();
    await visit(page, '/talent');
    await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
    await expect(banner(page)).toBeHidden();
    expect(platforms.foreign()).toEqual([]);
  });

  test('analytics alone may be allowed', async ({ page, context, server }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await banner(page).getByRole('button', { name: 'Choose' }).click();
    await banner(page)
      .getByLabel(/^Analytics/)
      .check();
    await banner(page).getByRole('button', { name: 'Save choice' }).click();
    await expect
      .poll(() => named(platforms.events()))
      .toEqual(['analytics page_view', 'tag-manager page_view']);
    expect(platforms.named('analytics', 'consent update')[0]?.parameters).toMatchObject({
      analytics_storage: 'granted',
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
    });
    expect(platforms.foreign().join()).not.toMatch(/facebook|linkedin|licdn/);
  });

  test('Global Privacy Control is a no to advertising, even after “Accept”', async ({
    page,
    context,
    server,
  }) => {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/?gclid=abc&utm_source=google');
    await accept(page);
    await sendEnquiry(page, 'Private Person');
    await expect.poll(() => platforms.named('analytics', 'lead_submission').length).toBe(1);
    expect(platforms.foreign().join()).not.toMatch(/facebook|linkedin|licdn/);
    expect(platforms.named('analytics', 'consent update')[0]?.parameters).toMatchObject({
      ad_storage: 'denied',
    });
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    await page.getByRole('button', { name: 'Cookie settings' }).click();
    await expect(banner(page).getByLabel(/^Advertising/)).toBeDisabled();
  });

  test('a yes can be taken back: it stops at once, and the cookies go', async ({
    page,
    context,
    server,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    const cookies = async () => (await context.cookies()).map(({ name }) => name).sort();
    await expect.poll(cookies).toEqual(['_fbp', '_ga']);
    const settings = page.getByRole('button', { name: 'Cookie settings' });
    await settings.click();
    await expect(banner(page)).toBeFocused();
    await refuse(page);
    await expect(settings).toBeFocused();
    expect(await cookies()).toEqual([]);
    const before = platforms.events().length;
    await sendEnquiry(page, 'Taken Back');
    expect(platforms.events()).toHaveLength(before);
    await expect(page.getByRole('button', { name: "We'll Contact You" })).toBeVisible();
  });
});

test.describe('with one platform', () => {
  test.use({ settings: { META_PIXEL_ID: '4711' } });

  test('nobody else is spoken to, and who refuses by their browser is not asked', async ({
    page,
    context,
    server,
    browser,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(1);
    expect(platforms.foreign().join()).not.toMatch(/google|linkedin|licdn/);

    const other = await browser.newContext({ baseURL: server.url });
    await other.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
    const heard = await answerPlatforms(other, server.url);
    const theirs = await other.newPage();
    await visit(theirs, '/');
    await sendEnquiry(theirs, 'Asks Not To');
    await expect(banner(theirs)).toBeHidden();
    expect(heard.foreign()).toEqual([]);
    await other.close();
  });
});
