import { leadForm, thankYouDialog, visit } from './lead-form';
import { expect, pay, test } from './payment-fixtures';
import { accept, allPlatforms, answerPlatforms, sendEnquiry, type Told } from './platforms';

// Measured, and paid: what a site of that kind has at most.
test.use({
  settings: ({ stripeServer }, use) => use({ ...stripeServer.settings, ...allPlatforms }),
});

/** What was told, apart from the pages that were opened. */
const happenings = (events: Told[]) =>
  events
    .filter(({ event }) => !/^(page_view|PageView|page)$/.test(event))
    .map(({ platform, event }) => `${platform} ${event}`)
    .sort();

const enquiryOnce = [
  'analytics lead_submission',
  'analytics package_selected',
  'linkedin track',
  'meta AddToCart',
  'meta Lead',
  'tag-manager AddToCart',
  'tag-manager Lead',
  'tag-manager lead_submission',
  'tag-manager package_selected',
];

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

test('reloading the thanks of the dialog tells of the page alone', async ({
  page,
  context,
  server,
}) => {
  const platforms = await answerPlatforms(context, server.url);
  await visit(page, '/');
  await accept(page);
  await sendEnquiry(page, 'Thanked Twice');
  await expect.poll(() => happenings(platforms.events())).toEqual(enquiryOnce);
  await page.reload();
  await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
  await expect(thankYouDialog(page)).toBeHidden();
  expect(happenings(platforms.events())).toEqual(enquiryOnce);
});

test('paying tells nothing, however often its pages are reloaded', async ({
  page,
  context,
  server,
  stripe,
}) => {
  const platforms = await answerPlatforms(context, server.url);
  await visit(page, '/');
  await accept(page);
  await sendEnquiry(page, 'Paid Once');
  await expect.poll(() => happenings(platforms.events())).toEqual(enquiryOnce);
  const before = platforms.foreign().length;
  await page.getByRole('button', { name: 'Proceed to Payment' }).dblclick();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.reload();
  await pay(page);
  const successful = page.getByRole('heading', { name: 'Payment Successful!' });
  await expect(successful).toBeVisible();
  for (let reload = 0; reload < 2; reload += 1) {
    await page.reload();
    await expect(successful).toBeVisible();
  }
  expect(stripe.only().status).toBe('succeeded');
  // Their addresses are the visitor's own: no platform hears of them at all.
  expect(platforms.foreign().slice(before)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click();
  await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
  expect(happenings(platforms.events())).toEqual(enquiryOnce);
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
