import { devices, type Locator, type Page } from '@playwright/test';
import { sampleItems } from '../support/samples';
import { holdRequests } from './hold-requests';
import {
  fillToLastStep,
  leadForm,
  submit,
  thankYouDialog,
  visit,
  waitForHydration,
} from './lead-form';
import { expect, test } from './payment-fixtures';

const { defaultBrowserType, ...phone } = devices['Pixel 7'];

test.use(phone);

const scrollPosition = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** The page's heading, which gets the focus after client-side navigation. */
const heading = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 });

/** Scrolls to the end of the page, where the footer's links are. */
async function scrollToEnd(page: Page): Promise<void> {
  // Cards that are laid out in idle time move the end of the page, and the link that is tapped.
  await waitForHydration(page);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
  await expect.poll(() => scrollPosition(page)).toBeGreaterThan(200);
}

/** Expects the page to be scrolled to the top, with the focus on its heading. */
async function expectTop(page: Page, title: string | RegExp): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await expect.poll(() => scrollPosition(page)).toBe(0);
  await expect(heading(page)).toBeInViewport();
  await expect(heading(page)).toBeFocused();
}

const homeTitle = /covered/;
const talentTitle = 'Find the person for your desk';

test.describe('client-side navigation on a phone', () => {
  test('Proceed to Payment opens the checkout at its top, and its footer link opens the home page at its top', async ({
    page,
    stripe,
  }) => {
    await visit(page, '/');
    const select = page.getByRole('button', { name: 'Select Full PM' });
    await select.scrollIntoViewIfNeeded();
    await select.tap();
    await fillToLastStep(leadForm(page), 'Pays On A Phone');
    await submit(leadForm(page));
    expect(await scrollPosition(page)).toBeGreaterThan(200);
    await thankYouDialog(page).getByRole('button', { name: 'Proceed to Payment' }).tap();
    await expect(page).toHaveURL(/\/checkout\?/);
    await expectTop(page, 'Checkout');
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(await scrollPosition(page)).toBe(0);
    expect(stripe.intents.size).toBe(1);
    // Then back to the home page by a link at the end of the page.
    await scrollToEnd(page);
    await page.getByRole('contentinfo').getByRole('link', { name: /home$/ }).tap();
    await expect(page).toHaveURL('/');
    await expectTop(page, homeTitle);
  });

  test('links in the footer, in the menu and on the 404 page open their pages at the top, or at their section', async ({
    page,
  }) => {
    const footer = page.getByRole('contentinfo');
    await visit(page, '/');
    await scrollToEnd(page);
    await footer.getByRole('link', { name: 'Browse Talent' }).tap();
    await expectTop(page, talentTitle);
    await scrollToEnd(page);
    await page.locator('summary[aria-label="Menu"]').tap();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Home', exact: true }).tap();
    await expectTop(page, homeTitle);
    const all = page.locator('#talent').getByRole('link').last();
    await all.scrollIntoViewIfNeeded();
    await all.tap();
    await expectTop(page, talentTitle);
    await scrollToEnd(page);
    await footer.getByRole('link', { name: 'Pricing' }).tap();
    await expect(page).toHaveURL('/#pricing');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { name: 'Onboarding Packages' })).toBeInViewport();
    await footer.getByRole('link', { name: 'Privacy' }).tap();
    await expectTop(page, /.+/);
    await expect(page).toHaveURL('/privacy');
    await scrollToEnd(page);
    await page.evaluate(() => history.pushState(null, '', '/no-such-page'));
    await expectTop(page, '404 Page Not Found');
    await page.getByRole('link', { name: 'Go to the home page' }).tap();
    await expectTop(page, homeTitle);
  });

  test('signing in opens the dashboard at its top', async ({ page, server }) => {
    await visit(page, '/admin/login');
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Login' }).tap();
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('heading', { level: 1, name: /day/ })).toBeFocused();
    expect(await scrollPosition(page)).toBe(0);
  });

  test('people that arrive late on the talent page leave the scroll position as it is', async ({
    page,
  }) => {
    await visit(page, '/');
    const release = await holdRequests(page, '**/api/talents/browse*');
    await page.locator('summary[aria-label="Menu"]').tap();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Browse Talent' }).tap();
    await expectTop(page, talentTitle);
    await page.evaluate(() => scrollTo(0, 400));
    release();
    await expect(page.getByRole('status').filter({ hasText: /^Showing/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^View Profile/ }).first()).toBeVisible();
    expect(await scrollPosition(page)).toBe(400);
  });

  test('Back and Forward restore the scroll position of the page', async ({ page }) => {
    await visit(page, '/');
    await page.locator('#pricing').scrollIntoViewIfNeeded();
    await page.locator('summary[aria-label="Menu"]').tap();
    const positionOnLeave = await scrollPosition(page);
    expect(positionOnLeave).toBeGreaterThan(1_000);
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Browse Talent' }).tap();
    await expectTop(page, talentTitle);
    await page.evaluate(() => scrollTo(0, 400));
    await expect.poll(() => scrollPosition(page)).toBe(400);
    await page.goBack();
    await expect(heading(page)).toHaveText(homeTitle);
    await expect.poll(() => scrollPosition(page)).toBe(positionOnLeave);
    await page.goForward();
    await expect(heading(page)).toHaveText(talentTitle);
    await expect.poll(() => scrollPosition(page)).toBe(400);
    // A link always opens the page at the top, even if the visitor had scrolled down there before.
    await page.locator('summary[aria-label="Menu"]').tap();
    await menu.getByRole('link', { name: 'Home', exact: true }).tap();
    await expectTop(page, homeTitle);
  });

  test('Back from the checkout restores the scroll position of the previous page', async ({
    page,
    checkout,
    stripe,
  }) => {
    await visit(page, '/talent');
    await page.evaluate(() => scrollTo(0, 900));
    await expect.poll(() => scrollPosition(page)).toBe(900);
    await page.evaluate((address) => history.pushState(null, '', address), checkout);
    await expectTop(page, 'Checkout');
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(stripe.intents.size).toBe(1);
    await page.goBack();
    await expect(heading(page)).toHaveText(talentTitle);
    await expect.poll(() => scrollPosition(page)).toBeGreaterThan(700);
  });
});

test('the next page of the talent on a phone opens at its results, with the focus on them', async ({
  page,
  server,
}) => {
  await server.api.signIn();
  const added = await server.api.post('/api/talents', sampleItems.talents);
  await visit(page, '/talent');
  await scrollToEnd(page);
  await page.getByRole('link', { name: 'Next' }).tap();
  await expect(page.getByText(/^Page 2 of/)).toBeAttached();
  const results = page.getByRole('status').filter({ hasText: /^Showing \d+ professional\(s\)/ });
  await expect(results).toBeInViewport();
  await expect(results).toBeFocused();
  await server.api.delete(`/api/talents/${(added.body as { id: string }).id}`);
});
