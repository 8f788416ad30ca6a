import type { Page } from '@playwright/test';
import { sampleLead } from '../support/samples';
import { setOffline } from './hold-requests';
import {
  fillToLastStep,
  openForm,
  sendForm,
  submit,
  thankYouDialog,
  toast,
  visit,
} from './lead-form';
import { expect, test } from './payment-fixtures';

// The browser logs every resource that fails to load.
test.use({ allowErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/ });

/** Opens a page and goes offline before anything is prefetched. */
async function visitAndDisconnect(page: Page, address: string): Promise<void> {
  await visit(page, address);
  await setOffline(page, true);
}

/** Expects the page to stay at its URL and to show the offline notice. */
async function expectOfflineNotice(page: Page, address: string): Promise<void> {
  await expect(page.getByText("You're offline").first()).toBeVisible();
  await expect(
    page.getByText('Check your internet connection, then try again.').first(),
  ).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test.describe('offline', () => {
  test('Book Discovery Call shows the offline notice, with its code not loaded yet or already loaded, and works again when online', async ({
    page,
  }) => {
    const book = page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' });
    const dialog = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    for (const isPreloaded of [false, true]) {
      await visit(page, '/');
      if (isPreloaded) {
        await book.click();
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
      await setOffline(page, true);
      await book.click();
      await expectOfflineNotice(page, '/');
      await setOffline(page, false);
      await book.click();
      await expect(dialog).toBeVisible();
    }
  });

  test('the footer’s booking link shows the offline notice, and opens the scheduling dialog when online', async ({
    page,
  }) => {
    for (const address of ['/privacy', '/']) {
      await visitAndDisconnect(page, address);
      const link = page.getByRole('link', { name: 'Book a Discovery Call →' });
      await link.click();
      await expectOfflineNotice(page, address);
      await setOffline(page, false);
      await link.click();
      const dialog = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL(address);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(link).toBeFocused();
    }
  });

  test('a package button shows the offline notice instead of the lead form, which opens when online', async ({
    page,
  }) => {
    await visitAndDisconnect(page, '/');
    await page.getByRole('button', { name: 'Select Full PM' }).click();
    await expectOfflineNotice(page, '/');
    await setOffline(page, false);
    await expect(await openForm(page, 'Select Full PM')).toBeVisible();
  });

  test('a link to a page whose code is not loaded shows the offline notice, and works when online', async ({
    page,
  }) => {
    await visitAndDisconnect(page, '/');
    await page.getByRole('banner').getByRole('link', { name: 'Browse Talent' }).click();
    await expectOfflineNotice(page, '/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('covered');
    await setOffline(page, false);
    await page.getByRole('banner').getByRole('link', { name: 'Browse Talent' }).click();
    await expect(page).toHaveURL('/talent');
    await expect(
      page.getByRole('heading', { name: 'Find the person for your desk' }),
    ).toBeVisible();
  });

  test('Proceed to Payment shows the offline notice and keeps the thank-you dialog open', async ({
    page,
  }) => {
    await visit(page, '/');
    await sendForm(page, 'Pays Offline', 'Select Full PM');
    await setOffline(page, true);
    await thankYouDialog(page).getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page.getByText("You're offline").first()).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(
      thankYouDialog(page).getByRole('button', { name: 'Proceed to Payment' }),
    ).toBeVisible();
  });

  test('the Filters button on a phone opens the filters inside the page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 780 });
    await visitAndDisconnect(page, '/talent');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible();
    await expect(page).toHaveURL('/talent');
  });
});

test.describe('navigator.onLine is false while the server is reachable', () => {
  test.use({
    allowErrors: /ERR_FAILED|Failed to load resource|Failed to fetch dynamically imported module/,
  });

  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false });
    }),
  );

  test('the booking buttons open the scheduling dialog', async ({ page }) => {
    for (const [address, name] of [
      ['/', 'Book Discovery Call'],
      ['/privacy', 'Book a Discovery Call →'],
    ] as const) {
      await visit(page, address);
      const link = page.getByRole('link', { name });
      await page.getByRole('banner').getByRole('button', { name }).or(link).first().click();
      await expect(page.getByRole('dialog', { name: 'Schedule a Discovery Call' })).toBeVisible();
    }
  });

  test('Proceed to Payment opens the checkout', async ({ page, stripe }) => {
    await visit(page, '/');
    await sendForm(page, 'Pays In A Sandbox', 'Select Full PM');
    await thankYouDialog(page).getByRole('button', { name: 'Proceed to Payment' }).click();
    await expect(page).toHaveURL(/\/checkout\?/);
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(stripe.intents.size).toBe(1);
  });

  test('a page whose chunk fails to load is fetched from the server as a document', async ({
    page,
  }) => {
    await page.route(/\/assets\/TalentPage-[^/]+\.js$/, (route) => route.abort(), { times: 1 });
    await visit(page, '/');
    await page.getByRole('banner').getByRole('link', { name: 'Browse Talent' }).click();
    await expect(page).toHaveURL('/talent');
    await expect(
      page.getByRole('heading', { name: 'Find the person for your desk' }),
    ).toBeVisible();
  });

  test('a package button opens /enquiry when the chunk of the lead form fails to load or never arrives, and a booking button /schedule', async ({
    page,
  }) => {
    const chunk = /\/assets\/LeadDialogs-[^/]+\.js$/;
    await page.route(chunk, (route) => route.abort());
    await visit(page, '/');
    await page.getByRole('button', { name: 'Select Full PM' }).click();
    await expect(page).toHaveURL(/\/enquiry\?/);
    await page.unroute(chunk);
    await page.route(chunk, () => {});
    await page.clock.install();
    await visit(page, '/');
    await page.getByRole('button', { name: 'Select Full PM' }).click();
    await page.clock.runFor(6_100);
    await expect(page).toHaveURL(/\/enquiry\?/);
    await page.route(/\/assets\/ScheduleDialog-[^/]+\.js$/, () => {});
    await visit(page, '/');
    const book = page.getByRole('banner').getByRole('button', { name: 'Book Discovery Call' });
    await book.click();
    await expect(book).toHaveAttribute('aria-busy', 'true');
    await page.clock.runFor(6_100);
    await expect(page).toHaveURL('/schedule');
  });

  test('a failed submission reports an unreachable server, not an offline visitor', async ({
    page,
  }) => {
    await page.route('**/api/leads', (route) => route.abort());
    await visit(page, '/');
    const form = await openForm(page, 'Select Full PM');
    await fillToLastStep(form, 'Sent In A Sandbox');
    await submit(form);
    await expect(toast(page)).toContainText('The server could not be reached.');
  });
});

test.describe('checkout', () => {
  test.use({ allowErrors: /ERR_FAILED|Failed to fetch dynamically imported module/ });

  test('shows an error when the card form fails to load, and loads it on Try Again', async ({
    page,
    checkout,
    stripe,
  }) => {
    // Each time: the browser may ask twice, to preload it and to run it.
    await page.route('**/assets/CardForm-*.js', (route) => route.abort());
    await visit(page, checkout);
    const failure = page.getByRole('alert').filter({ hasText: "can't be started" });
    await expect(failure).toContainText('Nothing was charged.');
    await page.unroute('**/assets/CardForm-*.js');
    await failure.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(stripe.only().amount).toBe(100_000);
    expect(await page.content()).not.toContain(sampleLead.email);
  });
});

test.describe('footer booking link without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('jumps to the contact section', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Book a Discovery Call →' }).click();
    await expect(page).toHaveURL('/#contact');
  });
});
