import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';

test.beforeEach(async ({ signIn, page }) => {
  await signIn();
  await page.goto('/admin?tab=calls');
  await page.getByRole('link', { name: 'Availability' }).click();
});

const mondayOpens = (page: Page) => page.getByLabel('Monday, opens');
const discardDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Discard your changes?' });
const adminTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name });

test.describe('opening hours with unsaved changes', () => {
  test('ask for confirmation before another tab opens, before Back and before logging out', async ({
    page,
  }) => {
    const countEntries = () => page.evaluate(() => history.length);
    const before = await mondayOpens(page).inputValue();
    const entries = await countEntries();
    await mondayOpens(page).fill('10:05');
    // The page pushes a guard entry onto the history once the change is rendered.
    await expect.poll(countEntries).toBe(entries + 1);
    const logOut = page.getByRole('button', { name: 'Log out' });
    for (const leave of [
      () => adminTab(page, 'Leads').click(),
      () => logOut.click(),
      () => page.goBack(),
    ]) {
      await leave();
      await discardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
      await expect(page).toHaveURL(/tab=hours$/);
      await expect(mondayOpens(page)).toHaveValue('10:05');
    }
    await page.goBack();
    await discardDialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/tab=calls$/);
    await page.goForward();

    await mondayOpens(page).fill('10:05');
    await adminTab(page, 'Leads').click();
    await discardDialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/tab=leads$/);
    await page.goBack();
    await expect(mondayOpens(page)).toHaveValue(before);
    await page.goBack();
    await expect(page).toHaveURL(/tab=calls$/);

    await page.goForward();
    await mondayOpens(page).fill('10:05');
    await logOut.click();
    await discardDialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/admin\/login/);
  });

  test('keep an edit that was made during a save, and do not ask for confirmation once they are saved', async ({
    page,
    server,
  }) => {
    await mondayOpens(page).fill('10:05');
    const release = await holdRequests(page, '**/api/scheduling/hours');
    const save = page.getByRole('button', { name: 'Save availability' });
    await save.click();
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await mondayOpens(page).fill('10:25');
    release();
    await expect(toast(page)).toContainText('Availability saved');
    await expect(mondayOpens(page)).toHaveValue('10:25');
    await adminTab(page, 'Leads').click();
    await discardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
    await toast(page).getByRole('button', { name: 'Close' }).click();
    await expect(toast(page)).toHaveCount(0);
    await save.click();
    await expect(toast(page)).toContainText('Availability saved');
    await server.api.signIn();
    const { body } = await server.api.get('/api/scheduling/hours');
    expect(JSON.stringify(body)).toContain('10:25');
    await adminTab(page, 'Leads').click();
    await expect(page).toHaveURL(/tab=leads$/);
    await expect(discardDialog(page)).toBeHidden();
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/tab=calls$/);
  });
});

test.describe('opening hours that someone else has saved', () => {
  test.use({ allowErrors: /status of 412/ });

  test('keep what both have changed, after a choice about the fields that both changed', async ({
    page,
    server,
  }) => {
    await server.api.signIn();
    const url = '/api/scheduling/hours';
    const stored = (await server.api.get(url)).body as { place: string };
    await mondayOpens(page).fill('10:35');
    await page.getByLabel('How the call takes place').fill('By phone');
    const theirs = { daysOff: ['2031-12-25'], dayOffLabels: {}, place: 'At the office' };
    await server.api.request('PUT', url, { ...stored, ...theirs });
    await page.getByRole('button', { name: 'Save availability' }).click();
    const conflict = page.getByRole('dialog', { name: /^Someone else changed the availability/ });
    await expect(conflict.getByRole('group')).toHaveCount(1);
    await conflict
      .getByRole('group', { name: 'How the call takes place' })
      .getByLabel(/^Take theirs/)
      .check();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Availability saved');
    await expect(page.getByLabel('How the call takes place')).toHaveValue('At the office');
    await expect(page.getByText('Thursday, December 25, 2031')).toBeVisible();
    const { body } = await server.api.get(url);
    expect(body).toMatchObject({ place: 'At the office', daysOff: ['2031-12-25'] });
    expect(JSON.stringify(body)).toContain('10:35');
    await server.api.request('PUT', url, stored);
  });
});

test.describe('opening hours after the session has ended', () => {
  test.use({ allowErrors: /status of 401/ });

  test('are copied from Monday to the other weekdays, and saved once the owner logs in through the dialog', async ({
    page,
    context,
    server,
  }) => {
    await mondayOpens(page).fill('10:15');
    await page.getByRole('button', { name: 'Copy Monday to weekdays' }).click();
    const expectWeekdays = async () => {
      for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
        await expect(page.getByLabel(`${day}, opens`)).toHaveValue('10:15');
      }
    };
    await expectWeekdays();
    await expect(page.getByRole('switch', { name: 'Saturday' })).not.toBeChecked();
    await context.clearCookies();
    await page.getByRole('button', { name: 'Save availability' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(server.adminPassword);
    await dialog.getByRole('button', { name: 'Login' }).click();
    await expect(toast(page)).toContainText('Availability saved');
    await expectWeekdays();
    await page.getByRole('switch', { name: 'Monday' }).uncheck();
    await expect(page.getByRole('button', { name: 'Copy Monday to weekdays' })).toBeDisabled();
  });
});
