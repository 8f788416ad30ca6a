import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { fillToLastStep, leadForm, openForm, submit, thanks, visit } from './lead-form';
import { answerPlatforms, banner, type Told } from './platforms';

const all = {
  GA_MEASUREMENT_ID: 'G-TEST123',
  META_PIXEL_ID: '4711',
  LINKEDIN_PARTNER_ID: '815',
  LINKEDIN_CONVERSION_ID: '99',
  GTM_CONTAINER_ID: 'GTM-TEST',
};

const named = (events: Told[]) =>
  events.map(({ platform, event }) => `${platform} ${event}`).sort();

const accept = (page: Page) => banner(page).getByRole('button', { name: 'Accept' }).click();
const refuse = (page: Page) => banner(page).getByRole('button', { name: 'Refuse' }).click();

/** Sends an enquiry from the home page about a package. */
async function sendEnquiry(page: Page, company: string, packageName = 'Full PM'): Promise<void> {
  await page.getByRole('button', { name: `Select ${packageName}` }).click();
  const form = leadForm(page);
  await fillToLastStep(form, company);
  await form.getByLabel('Number of locations').fill('4');
  await submit(form);
  await expect(thanks(page)).toBeVisible();
}

test.describe('with every platform set up', () => {
  test.use({ settings: all });

  test('nothing leaves before the visitor has chosen', async ({ page, context, server }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await expect(banner(page)).toBeVisible();
    await sendEnquiry(page, 'Not Yet Chosen');
    expect(platforms.foreign()).toEqual([]);
  });

  test('what waited is told after a yes: each event once, with its parameters', async ({
    page,
    context,
    server,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/?utm_source=newsletter&secret=1');
    await sendEnquiry(page, 'Told Once');
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    await accept(page);
    await expect(banner(page)).toBeHidden();
    await expect
      .poll(() => named(platforms.events()))
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
    for (const told of [managerLead, metaLead, conversion]) {
      expect(told?.id).toBe(analyticsLead?.id);
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
  });

  test('Google’s consent mode says no to everything before anything else', async ({
    page,
    context,
    server,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    const states = (state: string) => ({
      analytics_storage: state,
      ad_storage: state,
      ad_user_data: state,
      ad_personalization: state,
    });
    await expect.poll(() => platforms.consents().length).toBe(4);
    for (const platform of ['analytics', 'tag-manager'] as const) {
      const said = platforms.consents().filter((one) => one.platform === platform);
      expect(said.map(({ event, parameters }) => [event, parameters])).toEqual([
        ['consent default', states('denied')],
        ['consent update', states('granted')],
      ]);
    }
  });

  test('a page is told once, also when it is reached without a load', async ({
    page,
    context,
    server,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(1);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Browse Talent' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/talent$/);
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
    await page.goBack();
    await expect.poll(() => platforms.named('analytics', 'page_view').length).toBe(3);
    expect(
      platforms.named('analytics', 'page_view').map(({ parameters }) => parameters.page_location),
    ).toEqual([`${server.url}/`, `${server.url}/talent`, `${server.url}/`]);
    expect(platforms.named('tag-manager', 'page_view')).toHaveLength(3);
    expect(platforms.named('meta', 'PageView')).toHaveLength(3);
  });

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

  test('a double click selects a package once', async ({ page, context, server }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    await page.getByRole('button', { name: 'Select Light PM' }).dblclick();
    await expect(leadForm(page)).toBeVisible();
    await leadForm(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Select Full PM' }).click();
    await expect.poll(() => platforms.named('meta', 'AddToCart').length).toBe(2);
    expect(
      platforms.named('analytics', 'package_selected').map(({ parameters }) => parameters.value),
    ).toEqual([300, 1000]);
  });

  test('an enquiry without a package is worth 300 and a general inquiry', async ({
    page,
    context,
    server,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    const form = await openForm(page);
    await fillToLastStep(form, 'Undecided');
    await submit(form);
    await expect(thanks(page)).toBeVisible();
    await expect.poll(() => platforms.named('meta', 'Lead').length).toBe(1);
    expect(platforms.named('meta', 'Lead')[0]?.parameters).toEqual({
      content_name: 'General Inquiry',
      value: 300,
      currency: 'USD',
    });
    expect(platforms.named('tag-manager', 'lead_submission')[0]?.parameters).toEqual({
      company_name: 'Undecided',
      interested_package: 'not_specified',
      value: 300,
    });
  });

  test('reloading the page of thanks tells nothing twice', async ({ page, context, server }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/enquiry');
    await accept(page);
    await page.getByLabel('Company name').fill('Reloaded');
    await page.getByLabel('Your name').fill('Olga Brenner');
    await page.getByLabel('Email').fill('olga@haldenskin.example');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    await expect.poll(() => platforms.named('meta', 'Lead').length).toBe(1);
    const views = platforms.named('meta', 'PageView').length;
    await page.reload();
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(views + 1);
    expect(platforms.named('meta', 'Lead')).toHaveLength(1);
    expect(platforms.named('analytics', 'lead_submission')).toHaveLength(1);
    expect(platforms.named('linkedin', 'track')).toHaveLength(1);
  });

  test('beginning to book a call is told once, however often it is pressed', async ({
    page,
    context,
    server,
  }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    await page.getByRole('banner').getByText('Book Discovery Call').first().click();
    const booking = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    const calendar = booking.frameLocator('iframe');
    await calendar.locator('main').click({ position: { x: 8, y: 8 } });
    await calendar.locator('main').click({ position: { x: 8, y: 8 } });
    await expect.poll(() => platforms.named('meta', 'Schedule').length).toBe(1);
    const [initiated, ...more] = platforms.named('analytics', 'calendar_booking_initiated');
    expect(initiated?.parameters).toEqual({ event_type: 'discovery_call', send_to: 'G-TEST123' });
    expect(more).toEqual([]);
    expect(platforms.named('tag-manager', 'Schedule')).toHaveLength(1);
    // What is embedded is no page of its own.
    expect(platforms.named('meta', 'PageView')).toHaveLength(1);
  });

  test('nothing of a person leaves', async ({ page, context, server }) => {
    const platforms = await answerPlatforms(context, server.url);
    await visit(page, '/');
    await accept(page);
    await sendEnquiry(page, 'Nobody’s Business');
    await expect.poll(() => platforms.named('meta', 'Lead').length).toBe(1);
    expect(JSON.stringify(platforms.events())).not.toMatch(/olga|brenner|haldenskin/i);
  });
});

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

test('with nothing set up there is no question, no script and no foreign request', async ({
  page,
  context,
  server,
}) => {
  const platforms = await answerPlatforms(context, server.url);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await visit(page, '/');
  await sendEnquiry(page, 'Unmeasured');
  await expect(banner(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeHidden();
  expect(platforms.foreign()).toEqual([]);
  expect(scripts.filter((url) => /tracker|ConsentBanner/.test(url))).toEqual([]);
});
