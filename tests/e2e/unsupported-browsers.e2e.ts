import type { Page } from '@playwright/test';
import { endStaticDelay } from './end-static-delay';
import { expect, test } from './fixtures';
import { fetchStoredLeads } from './lead-form';

test.use({ sharedSite: 'demo content', allowErrors: /SyntaxError|^script: $/ });

const phone = { width: 390, height: 844 };
const submitFilters = (page: Page) => page.getByRole('button', { name: 'Show results' });

/** Makes scripts unreadable, as their syntax is to an older browser. */
const breakScripts = (page: Page, name: string) =>
  page.route(new RegExp(`/assets/${name}-[^/]+\\.js$`), (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'const = {' }),
  );

async function filterAndInquire(page: Page): Promise<void> {
  await page.getByLabel('Operations Manager').check();
  await submitFilters(page).click();
  await expect(page).toHaveURL(/role=Operations\+Manager/);
  await expect(page.getByText('Showing 5 professional(s)', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).first().click();
  await expect(page.getByText('Showing 24 professional(s)', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Privacy' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/');
  await page.getByRole('button', { name: 'Select Full PM' }).click();
  await expect(page).toHaveURL(/\/enquiry\?package=/);
  await page.getByLabel('Company name').fill('Old Browser');
  await page.getByLabel('Your name').fill('Olga Brenner');
  await page.getByLabel('Email').fill('olga@oldbrowser.example');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
}

test.describe('page in a browser that the site does not support', () => {
  test('filters and sends an inquiry without a feature that the code needs', async ({
    page,
    server,
  }) => {
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
    await page.goto('/talent');
    await filterAndInquire(page);
    expect(await fetchStoredLeads(server, 'Old Browser')).toHaveLength(1);
  });

  test('shows the filters above the list on a phone when the site script does not parse', async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await breakScripts(page, 'site');
    await page.goto('/talent');
    await expect(submitFilters(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Filters/ })).toBeHidden();
    await filterAndInquire(page);
  });

  test('shows the filters above the list on a phone, once the entry script has not run for ten seconds', async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await breakScripts(page, 'client');
    await page.goto('/talent');
    await expect(submitFilters(page)).toBeHidden();
    await endStaticDelay(page);
    await filterAndInquire(page);
  });

  test('shows the texts for browsers without JavaScript', async ({ page }) => {
    await breakScripts(page, 'site');
    await page.goto('/schedule');
    await expect(page.getByRole('link', { name: 'Tell us when works for you' })).toBeVisible();
    await page.goto('/admin/login');
    await expect(page.getByText('The admin area needs JavaScript.')).toBeVisible();
  });
});
