import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { leadForm, toast, visit, waitForHydration } from './lead-form';

test.use({ sharedSite: 'demo content' });

const people = (page: Page) => page.getByRole('region', { name: 'Who can work them' });

/** Paints lunch on the open weekdays, which the demo content's people can work. */
async function paintLunch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Lunch', exact: true }).click();
  await expect(people(page)).toBeVisible();
}

/** Paints lunch with a language that nobody speaks. */
const unmatchedForm = '/cover?desk[]=Front+desk&h=0-1-24-28&h=0-2-24-28&language=Korean';

test.describe('/cover', () => {
  test('painted hours show who can work them, survive a reload, another tab and Back, and open by their link in another browser', async ({
    page,
    context,
    browser,
  }) => {
    await visit(page, '/cover');
    await expect(people(page)).toHaveCount(0);
    await paintLunch(page);
    await expect(people(page).getByText('of 10 hours').first()).toBeVisible();
    await expect(page).toHaveURL(/\/cover\?p=[\w-]+$/);
    const address = page.url();

    await page.reload();
    await expect(people(page)).toBeVisible();
    const otherTab = await context.newPage();
    await otherTab.goto(new URL('/cover', address).href);
    await expect(otherTab).toHaveURL(address);
    await expect(people(otherTab)).toBeVisible();

    await waitForHydration(page);
    await page.getByRole('link', { name: 'Browse Talent' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Paint');
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(people(page)).toBeVisible();

    const other = await browser.newContext();
    const guest = await other.newPage();
    await guest.goto(address);
    await expect(people(guest)).toBeVisible();
    // The plan that this browser keeps stays its own.
    await guest.goto(new URL('/cover', address).href);
    await waitForHydration(guest);
    await expect(people(guest)).toHaveCount(0);
    await other.close();
  });

  test('nothing can be painted while the plan that the browser has kept is on its way', async ({
    page,
  }) => {
    await visit(page, '/cover');
    await paintLunch(page);
    const address = page.url();
    // The browser keeps the page, as long as the next one has no content.
    await page.route(/\/cover\?p=/, (route) => route.fulfill({ status: 204 }));
    await page.goto('/cover', { waitUntil: 'commit' });
    await expect(page.getByText('Opening your plan')).toBeVisible();
    await expect(page.locator('[inert] [role=grid]')).toBeVisible();
    await page.unroute(/\/cover\?p=/);
    await page.goto('/cover');
    await expect(page).toHaveURL(address);
    await expect(people(page)).toBeVisible();
  });

  test('a person goes on the shortlist, and “Ask about this plan” opens the inquiry with the plan on top', async ({
    page,
  }) => {
    await visit(page, '/cover');
    await paintLunch(page);
    const add = people(page)
      .getByRole('button', { name: /^Add to shortlist/ })
      .first();
    await add.click();
    await expect(people(page).getByRole('button', { name: /^On your shortlist/ })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Shortlist' })).toHaveText(
      'Shortlist 1',
    );
    await page.getByRole('button', { name: 'Ask about this plan' }).first().click();
    const form = leadForm(page);
    await expect(form.getByText('Your plan')).toBeVisible();
    await expect(form).toContainText('10 hours');
  });

  test('a condition that nobody meets can be dropped', async ({ page }) => {
    await visit(page, unmatchedForm);
    await expect(page.getByText('Nobody on our list works these 4 hours.')).toBeVisible();
    await page.getByRole('button', { name: /^Without Korean, / }).click();
    await expect(page.getByText('Nobody on our list works these')).toHaveCount(0);
    await expect(people(page).getByText('of 4 hours').first()).toBeVisible();
  });

  test('own cost numbers replace the examples, and stay on the device', async ({ page }) => {
    await visit(page, '/cover');
    await paintLunch(page);
    const address = page.url();
    const costs = page.getByRole('region', { name: 'What it costs' });
    await expect(costs.getByText('with example numbers', { exact: true })).toHaveCount(2);
    await costs.getByLabel('Hourly wage').fill('$30,00');
    await costs.getByLabel('Payroll taxes and insurance').fill('10 %');
    await expect(costs.getByText('$330')).toBeVisible();
    await expect(costs.getByText('with example numbers', { exact: true })).toHaveCount(1);
    expect(page.url()).toBe(address);
    await page.reload();
    await expect(costs.getByText('$330')).toBeVisible();
  });

  test('a plan can be copied as an address, and prints on one page', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit(page, '/cover');
    await paintLunch(page);
    await page.getByRole('button', { name: 'Copy link' }).first().click();
    await expect(toast(page)).toContainText('Link copied');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(copied).search).toBe(new URL(page.url()).search);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
  });

  test.describe('without an answer', () => {
    test.use({ allowErrors: /Failed to load resource/ });

    test('says that it cannot look for people, keeps the hours, and tries again', async ({
      page,
    }) => {
      await visit(page, '/cover');
      await paintLunch(page);
      const foot = page.getByRole('region', { name: 'Your plan' });
      await expect(foot).toContainText('All 10 hours have someone.');
      await page.route('**/api/cover', (route) => route.abort());
      // As many hours as were answered, but not the same.
      await page.getByRole('gridcell', { name: /^Monday, noon to / }).click();
      await page.getByRole('button', { name: 'From half an hour earlier' }).click();
      await page.getByRole('button', { name: 'To half an hour earlier' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      await expect(foot).toContainText('We cannot look for people right now.');
      await expect(foot).toContainText('10 hours a week stand uncovered.');
      await expectNoViolations(page);
      await foot.getByRole('button', { name: 'Ask about this plan' }).click();
      await expect(leadForm(page)).toContainText('10 hours a week');
      await expect(leadForm(page)).not.toContainText('covered by');
      await page.keyboard.press('Escape');
      await page.unroute('**/api/cover');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(people(page)).toBeVisible();
    });
  });

  test('no state has axe violations or scrolls sideways', async ({ page }) => {
    for (const path of [unmatchedForm, '/cover?p=invented']) {
      await visit(page, path);
      await expectNoViolations(page);
    }
    await visit(page, '/cover');
    await paintLunch(page);
    await page.getByRole('gridcell', { name: /^Monday, noon to / }).click();
    await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
    await expectNoViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    expect(await overflow()).toBe(0);
    await page.getByRole('button', { name: 'Change' }).click();
    expect(await overflow()).toBe(0);
    await expectNoViolations(page);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('ticked hours are answered with their sheet and people', async ({ page, server }) => {
      await page.goto(`${server.url}/cover`);
      await page.getByLabel('Front desk, Monday lunch').check();
      await page.getByLabel('Phones, Tuesday lunch').check();
      await page.getByRole('button', { name: 'Show who can work them' }).click();
      await expect(page).toHaveURL(/\/cover\?p=/);
      await expect(people(page)).toContainText('of 6 hours');
      await expect(page.getByRole('heading', { name: 'Phones' })).toBeVisible();
      await expect(page.getByLabel('Front desk, Monday lunch')).toBeChecked();
    });
  });

  test.describe('when the others who fit cannot be loaded', () => {
    test.use({ allowErrors: /Failed to load resource/ });

    test('says so, and still offers to show them', async ({ page }) => {
      await visit(page, '/cover');
      await paintLunch(page);
      const seeAll = people(page).getByRole('button', { name: /^See all/ });
      await page.route('**/api/talents/named*', (route) => route.abort(), { times: 1 });
      await seeAll.click();
      await expect(toast(page)).toContainText('Something went wrong');
      const rows = people(page).getByRole('heading', { level: 3 });
      const count = await rows.count();
      await seeAll.click();
      await expect(seeAll).toBeHidden();
      expect(await rows.count()).toBeGreaterThan(count);
    });
  });
});
