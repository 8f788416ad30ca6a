import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';

test.beforeEach(async ({ signIn, page }) => {
  await signIn();
  await page.goto('/admin');
  await page.getByRole('banner').getByRole('link', { name: 'Calls' }).click();
});

const opens = (page: Page) => page.getByLabel('Monday, opens');
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name });

test.describe('changed opening hours', () => {
  test('are asked about before another tab is opened, and kept or discarded', async ({ page }) => {
    const before = await opens(page).inputValue();
    await opens(page).fill('10:05');
    await tab(page, 'Leads').click();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(page).toHaveURL(/tab=calls$/);
    await expect(opens(page)).toHaveValue('10:05');

    await tab(page, 'Leads').click();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/tab=leads$/);
    await page.goBack();
    await expect(opens(page)).toHaveValue(before);
    await page.goBack();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('are asked about before the site is viewed', async ({ page }) => {
    await opens(page).fill('10:05');
    await page.getByRole('banner').getByRole('link', { name: 'View site' }).click();
    await expect(question(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opens(page)).toHaveValue('10:05');
  });

  test('are asked about before the owner is logged out', async ({ page }) => {
    await opens(page).fill('10:05');
    await page.getByRole('button', { name: 'Log out' }).click();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(opens(page)).toHaveValue('10:05');
    await page.getByRole('button', { name: 'Log out' }).click();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/admin\/login/);
  });

  test('are asked about when the owner goes back in the browser', async ({ page }) => {
    const countEntries = () => page.evaluate(() => history.length);
    const entries = await countEntries();
    await opens(page).fill('10:05');
    // The entry that Back reaches first is added once the change is rendered.
    await expect.poll(countEntries).toBe(entries + 1);
    await page.goBack();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(opens(page)).toHaveValue('10:05');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/admin$/);
  });

  test('are asked about by the browser when the page is closed', async ({ page }) => {
    await opens(page).fill('10:05');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
  });

  test('stay when they were made while a save was under way', async ({ page, server }) => {
    await opens(page).fill('10:05');
    const release = await holdRequests(page, '**/api/scheduling/hours');
    const save = page.getByRole('button', { name: 'Save opening hours' });
    await save.click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await opens(page).fill('10:25');
    release();
    await expect(toast(page)).toContainText('Opening hours saved');
    await expect(opens(page)).toHaveValue('10:25');
    await tab(page, 'Leads').click();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    const stored = page.waitForResponse('**/api/scheduling/hours');
    await save.click();
    await stored;
    await server.api.signIn(server.adminPassword);
    const { body } = await server.api.get('/api/scheduling/hours');
    expect(JSON.stringify(body)).toContain('10:25');
  });

  test('are asked about no longer once they are saved', async ({ page }) => {
    await opens(page).fill('10:05');
    await page.getByRole('button', { name: 'Save opening hours' }).click();
    await expect(toast(page)).toContainText('Opening hours saved');
    await tab(page, 'Leads').click();
    await expect(page).toHaveURL(/tab=leads$/);
    await expect(question(page)).toBeHidden();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/\/admin$/);
  });
});

test.describe('when the session has ended, changed opening hours', () => {
  test.use({ allowErrors: /status of 401/ });

  test('are saved after the owner has logged in in place', async ({ page, context, server }) => {
    await opens(page).fill('10:15');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save opening hours' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(server.adminPassword);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect(toast(page)).toContainText('Opening hours saved');
    await expect(opens(page)).toHaveValue('10:15');
  });
});
