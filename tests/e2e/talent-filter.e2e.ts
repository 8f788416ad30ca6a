import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { visit } from './lead-form';
import { waitForIdle } from './wait-for-idle';

test.use({ sharedSite: 'demo content' });

const panel = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const resultCount = (page: Page, count: number) =>
  page.getByText(`Showing ${count} professional(s)`, { exact: true });

/** Counts the responses of /api/talents/browse that the page has loaded. */
const countBrowseRequests = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('/browse?'))
        .length,
  );

test.describe('talent filters', () => {
  test('checked options are in the URL, filter the list, survive a reload, and are undone by Back', async ({
    page,
  }) => {
    await visit(page, '/talent');
    await expect(resultCount(page, 24)).toBeVisible();
    await expect(page.locator('main').getByRole('button', { name: 'Contact Us' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Show results' })).toBeHidden();
    await panel(page).getByLabel('Operations Manager').check();
    await expect(page).toHaveURL('/talent?role=Operations+Manager');
    await expect(resultCount(page, 5)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(5);
    await panel(page).getByLabel('Healthcare').check();
    await expect(page).toHaveURL('/talent?role=Operations+Manager&industry=Healthcare');
    await expect(resultCount(page, 1)).toBeVisible();
    await expect(page.getByText('Walter Brandt')).toBeVisible();
    await expect(panel(page).getByRole('heading', { name: 'Filters 2 active' })).toBeVisible();

    await page.reload();
    await expect(resultCount(page, 1)).toBeVisible();
    await expect(panel(page).getByLabel('Healthcare')).toBeChecked();
    await page.goBack();
    await expect(page).toHaveURL('/talent?role=Operations+Manager');
    await expect(resultCount(page, 5)).toBeVisible();
    await expect(panel(page).getByLabel('Healthcare')).not.toBeChecked();
  });

  test('each option has the number of people within the other filters, and one without any cannot be checked', async ({
    page,
  }) => {
    await visit(page, '/talent?role=Receptionist&role=Operations+Manager');
    const option = (name: string) => panel(page).locator('label', { hasText: name });
    await expect(option('Operations Manager')).toHaveText(/5$/);
    await panel(page).getByLabel('Healthcare').check();
    await expect(option('Operations Manager')).toHaveText(/1$/);
    const receptionists = Number(/\d+$/.exec((await option('Receptionist').textContent()) ?? ''));
    await expect(resultCount(page, receptionists + 1)).toBeVisible();

    // Nobody in support works in healthcare. The option is disabled unless it is selected.
    await expect(panel(page).getByLabel('Customer Support')).toBeDisabled();
    await visit(page, '/talent?role=Customer+Support&role=Receptionist&industry=Healthcare');
    const support = panel(page).getByLabel('Customer Support');
    await expect(option('Customer Support')).toHaveText(/0$/);
    await support.focus();
    await page.keyboard.press('Space');
    await expect(support).toBeDisabled();
    await expect(panel(page).getByLabel('Operations Manager')).toBeFocused();
  });

  test('Back before hydration shows the list without the filter, and then the previous page', async ({
    page,
  }) => {
    await visit(page, '/');
    await page.getByRole('main').getByRole('link', { name: 'Browse Talent' }).first().click();
    await expect(resultCount(page, 24)).toBeVisible();
    await panel(page).getByLabel('Operations Manager').check();
    await expect(page).toHaveURL('/talent?role=Operations+Manager');
    const releaseFirst = await holdRequests(page, '**/assets/site-*.js');
    await page.reload();
    await page.goBack();
    releaseFirst();
    await expect(resultCount(page, 24)).toBeVisible();
    await expect(panel(page).getByLabel('Operations Manager')).not.toBeChecked();

    const releaseSecond = await holdRequests(page, '**/assets/site-*.js');
    await page.reload();
    await page.goBack();
    releaseSecond();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('covered.');
    await expect(page).toHaveTitle(/every open hour, covered/);
    await expect(page.locator('#talent').getByRole('article').first()).toBeVisible();
  });

  test('each active filter has its own Remove button, and Clear Filters resets those that match nobody', async ({
    page,
  }) => {
    await visit(page, '/talent?role=Receptionist&seniority=Senior');
    const active = page.getByRole('list', { name: 'Active filters' });
    await expect(active.getByRole('listitem')).toHaveText(['Receptionist', 'Senior']);
    await active.getByRole('button', { name: 'Remove Receptionist' }).click();
    await expect(page).toHaveURL('/talent?seniority=Senior');
    await expect(active.getByRole('listitem')).toHaveText(['Senior']);

    await visit(page, '/talent?role=Customer+Support&industry=Healthcare');
    await expect(resultCount(page, 0)).toBeVisible();
    await expect(page.getByText('No talent found matching your criteria.')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    await page.locator('main section').getByRole('button', { name: 'Clear Filters' }).click();
    await expect(page).toHaveURL('/talent');
    await expect(resultCount(page, 24)).toBeVisible();
    await expect(panel(page).getByRole('checkbox', { checked: true })).toHaveCount(0);
  });

  test('the result of each filter is prefetched, so a click shows it without a request', async ({
    page,
  }) => {
    await visit(page, '/talent');
    await expect.poll(() => countBrowseRequests(page)).toBe(20);
    // From now on no request gets a response, so the result can only come from the prefetch.
    await page.route('**/api/talents/browse*', () => undefined);
    // Clicks without moving the pointer there first, as a tap does.
    await panel(page)
      .getByLabel('Operations Manager')
      .evaluate((box: HTMLInputElement) => box.click());
    await expect(resultCount(page, 5)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(5);
  });
});

test.describe('talent filters on a small screen', () => {
  test.use({ viewport: { width: 390, height: 780 } });

  test('the filters open as a dialog, which prefetches their results, and the button counts the active ones', async ({
    page,
  }) => {
    await visit(page, '/talent');
    await expect(panel(page)).toBeHidden();
    const button = page.getByRole('button', { name: /^Filters/ });
    await expect(button).toHaveText('Filters');
    await waitForIdle(page);
    expect(await countBrowseRequests(page)).toBe(0);
    await button.click();
    await expect.poll(() => countBrowseRequests(page)).toBe(20);
    const dialog = page.getByRole('dialog', { name: /^Filters/ });
    await dialog.getByLabel('Receptionist').check();
    await dialog.getByLabel('Boulevard').check();
    await expect(page).toHaveURL('/talent?role=Receptionist&skills=Boulevard');
    const show = dialog.getByRole('button', { name: /^Show \d+ professional\(s\)$/ });
    await expect(page.locator('ul[data-deferred]')).toHaveAttribute('aria-busy', 'false');
    const count = Number((await show.textContent())?.match(/\d+/)?.[0]);
    expect(count).toBeGreaterThan(0);
    await show.click();
    await expect(dialog).toBeHidden();
    await expect(resultCount(page, count)).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(count);
    await expect(button).toHaveText('Filters2 active');

    await button.click();
    await dialog.getByRole('button', { name: 'Clear Filters' }).click();
    await page.keyboard.press('Escape');
    await expect(button).toHaveText('Filters');
    await expect(button).toBeFocused();
    await expect(page).toHaveURL('/talent');
  });
});
