import { devices, type Locator, type Page } from '@playwright/test';
import { sampleItems } from '../samples';
import {
  fillToLastStep,
  leadForm,
  submit,
  thankYouDialog,
  visit,
  waitForHydration,
} from './lead-form';
import { expect, test } from './payment-fixtures';

const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];

test.use(phone);

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** The page's heading, which has the focus after a change of page. */
const heading = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 });

/** Scrolls down, as a visitor does who follows a link at the end of a page. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight }));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(200);
}

/** Expects a page to begin at its top, with the focus on its heading. */
async function expectTop(page: Page, title: string | RegExp): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(heading(page)).toBeInViewport();
  await expect(heading(page)).toBeFocused();
}

const homeTitle = /covered/;
const talentTitle = 'Find the person for your desk';

test.describe('a change of page on a phone', () => {
  test('from the thank-you dialog, the checkout begins at its top', async ({ page, stripe }) => {
    await visit(page, '/');
    const select = page.getByRole('button', { name: 'Select Full PM' });
    await select.scrollIntoViewIfNeeded();
    await select.tap();
    await fillToLastStep(leadForm(page), 'Pays On A Phone');
    await submit(leadForm(page));
    expect(await scrolled(page)).toBeGreaterThan(200);
    await thankYouDialog(page).getByRole('button', { name: 'Proceed to Payment' }).tap();
    await expect(page).toHaveURL(/\/checkout\?/);
    await expectTop(page, 'Checkout');
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(await scrolled(page)).toBe(0);
    expect(stripe.intents.size).toBe(1);
    // From there home, by a link at the page's end.
    await scrollToEnd(page);
    await page.getByRole('contentinfo').getByRole('link', { name: /home$/ }).tap();
    await expect(page).toHaveURL('/');
    await expectTop(page, homeTitle);
  });

  test('a link of the footer or of the menu leads to the top of its page', async ({ page }) => {
    await visit(page, '/');
    await scrollToEnd(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Browse Talent' }).tap();
    await expectTop(page, talentTitle);
    await scrollToEnd(page);
    await page.locator('summary[aria-label="Menu"]').tap();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Home', exact: true }).tap();
    await expectTop(page, homeTitle);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).tap();
    await expectTop(page, /.+/);
    await expect(page).toHaveURL('/privacy');
  });

  test('a card’s link to all talents leads to the top of the list', async ({ page }) => {
    await visit(page, '/');
    const all = page.locator('#talent').getByRole('link').last();
    await all.scrollIntoViewIfNeeded();
    await all.tap();
    await expectTop(page, talentTitle);
  });

  test('the 404 page leads to the top of the home page', async ({ page }) => {
    await visit(page, '/talent');
    await scrollToEnd(page);
    await page.evaluate(() => history.pushState(null, '', '/no-such-page'));
    await expectTop(page, '404 Page Not Found');
    await page.getByRole('link', { name: 'Go to the home page' }).tap();
    await expectTop(page, homeTitle);
  });

  test('signing in leads to the top of the dashboard', async ({ page, server }) => {
    await visit(page, '/admin/login');
    await page.getByLabel('Password').fill(server.adminPassword);
    await page.getByRole('button', { name: 'Login' }).tap();
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('heading', { level: 1, name: /day/ })).toBeFocused();
    expect(await scrolled(page)).toBe(0);
  });

  test('Back returns to where the page before was left, and Forward too', async ({ page }) => {
    await visit(page, '/');
    await page.locator('#pricing').scrollIntoViewIfNeeded();
    await page.locator('summary[aria-label="Menu"]').tap();
    const left = await scrolled(page);
    expect(left).toBeGreaterThan(1_000);
    const menu = page.getByRole('navigation', { name: 'Menu' });
    await menu.getByRole('link', { name: 'Browse Talent' }).tap();
    await expectTop(page, talentTitle);
    await page.evaluate(() => scrollTo(0, 400));
    await expect.poll(() => scrolled(page)).toBe(400);
    await page.goBack();
    await expect(heading(page)).toHaveText(homeTitle);
    await expect.poll(() => scrolled(page)).toBe(left);
    await page.goForward();
    await expect(heading(page)).toHaveText(talentTitle);
    await expect.poll(() => scrolled(page)).toBe(400);
    // A link is no Back: it begins at the top, although this page was left further down.
    await page.locator('summary[aria-label="Menu"]').tap();
    await menu.getByRole('link', { name: 'Home', exact: true }).tap();
    await expectTop(page, homeTitle);
  });

  test('Back from the checkout returns to where the page before was left', async ({
    page,
    checkout,
    stripe,
  }) => {
    await visit(page, '/talent');
    await page.evaluate(() => scrollTo(0, 900));
    await expect.poll(() => scrolled(page)).toBe(900);
    await page.evaluate((address) => history.pushState(null, '', address), checkout);
    await expectTop(page, 'Checkout');
    await expect(page.getByLabel('Card number')).toBeVisible();
    expect(stripe.intents.size).toBe(1);
    await page.goBack();
    await expect(heading(page)).toHaveText(talentTitle);
    await expect.poll(() => scrolled(page)).toBeGreaterThan(700);
  });

  test('a link to a section leads to the section', async ({ page }) => {
    await visit(page, '/talent');
    await scrollToEnd(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).tap();
    await expect(page).toHaveURL('/#pricing');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { name: 'Onboarding Packages' })).toBeInViewport();
  });
});

test.describe('the pages of the talent list on a phone', () => {
  test('each begins at its results', async ({ page, server }) => {
    await server.api.signIn(server.adminPassword);
    const names = Array.from({ length: 30 }, (_, place) => `Person ${place}`);
    const added = await Promise.all(
      names.map((name) => server.api.post('/api/talents', { ...sampleItems.talents, name })),
    );
    await visit(page, '/talent');
    await scrollToEnd(page);
    await page.getByRole('link', { name: 'Next' }).tap();
    await expect(page.getByText(/^Page 2 of/)).toBeAttached();
    const results = page.getByRole('status').filter({ hasText: /^Showing \d+ professional\(s\)/ });
    await expect(results).toBeInViewport();
    await expect(results).toBeFocused();
    await Promise.all(
      added.map(({ body }) => server.api.delete(`/api/talents/${(body as { id: string }).id}`)),
    );
  });
});
