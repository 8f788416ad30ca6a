import { leadForm, thankYouDialog, visit } from './lead-form';
import { expect, pay, test } from './payment-fixtures';
import { accept, allPlatforms, type Platforms, submitLead, visitAndAccept } from './platforms';

// Every platform and payments together: the largest set of scripts and pages that a site can have.
test.use({
  settings: ({ stripeServer }, use) => use({ ...stripeServer.settings, ...allPlatforms }),
});

/** Names of all events except page views. */
const withoutPageViews = (platforms: Platforms) =>
  platforms.eventNames().filter((name) => !/ (page_view|PageView|page)$/.test(name));

const oneLead = [
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

test.describe('tracking events', () => {
  test('a double click on a package sends one package_selected event, and two clicks in the calendar one calendar_booking_initiated event', async ({
    page,
    platforms,
  }) => {
    await visitAndAccept(page, platforms);
    await page.getByRole('button', { name: 'Select Light PM' }).dblclick();
    await expect(leadForm(page)).toBeVisible();
    await leadForm(page).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Select Full PM' }).click();
    await expect.poll(() => platforms.named('meta', 'AddToCart').length).toBe(2);
    await expect
      .poll(() =>
        platforms.named('analytics', 'package_selected').map(({ parameters }) => parameters.value),
      )
      .toEqual([300, 1000]);
    await leadForm(page).getByRole('button', { name: 'Close' }).click();

    await page.getByRole('banner').getByText('Book Discovery Call').first().click();
    const booking = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    const note = booking.getByText('30 minutes, no commitment');
    await note.click();
    await note.click();
    await expect.poll(() => platforms.named('meta', 'Schedule').length).toBe(1);
    await expect
      .poll(() =>
        platforms
          .named('analytics', 'calendar_booking_initiated')
          .map(({ parameters }) => parameters),
      )
      .toEqual([{ event_type: 'discovery_call', send_to: 'G-TEST123' }]);
    await expect.poll(() => platforms.named('tag-manager', 'Schedule').length).toBe(1);
    // The calendar does not count as a page view.
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(1);
  });
  test('reloading the thank-you page sends the page view only, not the lead again', async ({
    page,
    platforms,
  }) => {
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
    await expect.poll(() => platforms.named('meta', 'Lead').length).toBe(1);
    await expect.poll(() => platforms.named('analytics', 'lead_submission').length).toBe(1);
    await expect.poll(() => platforms.named('linkedin', 'track').length).toBe(1);
  });

  test('reloading the page under the thank-you dialog sends the page view only', async ({
    page,
    platforms,
  }) => {
    await visitAndAccept(page, platforms);
    await submitLead(page, 'Thanked Twice');
    await expect.poll(() => withoutPageViews(platforms)).toEqual(oneLead);
    await page.reload();
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
    await expect(thankYouDialog(page)).toBeHidden();
    expect(withoutPageViews(platforms)).toEqual(oneLead);
  });

  test('the checkout and payment pages send nothing to any platform, even after reloads', async ({
    page,
    stripe,
    platforms,
  }) => {
    await visitAndAccept(page, platforms);
    await submitLead(page, 'Paid Once');
    await expect.poll(() => withoutPageViews(platforms)).toEqual(oneLead);
    const before = platforms.externalRequests().length;
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
    // The URLs of these pages identify the lead, so no platform may see them.
    expect(platforms.externalRequests().slice(before)).toEqual([]);
    await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click();
    await expect.poll(() => platforms.named('meta', 'PageView').length).toBe(2);
    expect(withoutPageViews(platforms)).toEqual(oneLead);
  });
});
