import type { Locator, Page } from '@playwright/test';
import { adminList, fetchStoredNames, fillList, getRows } from './admin-lists';
import { expect, test } from './fixtures';
import { createDeferred, setOffline } from './hold-requests';
import { openEdit } from './item-forms';
import { toast } from './lead-form';

test.use({ sharedSite: 'own lists' });

const talents = adminList('talents');

test.use({ allowErrors: /ERR_INTERNET_DISCONNECTED|net::ERR_(ABORTED|FAILED)|Failed to load/ });
test.beforeEach(({ signIn }) => signIn());

const genericError = 'Something went wrong. Please try again.';

/** Expects an error toast, and a button that is ready for another try. */
async function expectFailure(page: Page, button: Locator, message = genericError): Promise<void> {
  await expect(toast(page)).toContainText(message);
  await expect(button).toBeEnabled();
  await expect(button).not.toHaveText('Saving...');
}

/** Leaves the requests to a URL pending, as on a network that drops packets. */
async function leavePending(page: Page, url: string | RegExp): Promise<void> {
  const { promise } = createDeferred();
  await page.route(url, () => promise);
}

test.describe('admin area while offline', () => {
  test('reports that an item was not saved, keeps the input, and saves it after reconnecting', async ({
    page,
    server,
  }) => {
    await fillList(server, talents, ['Ana']);
    const form = await openEdit(page, 'talents', 'Ana');
    await form.field('Name').fill('Ana Lucía');
    await setOffline(page, true);
    const save = form.button('Save changes');
    await save.click();
    await expectFailure(page, save);
    await expect(form.field('Name')).toHaveValue('Ana Lucía');
    await setOffline(page, false);
    await save.click();
    await expect(toast(page)).toContainText('Talent updated');
    expect(await fetchStoredNames(server, talents)).toEqual(['Ana Lucía']);
  });

  test('reports that the call hours were not saved and keeps the input', async ({ page }) => {
    await page.goto('/admin?tab=hours');
    const opens = page.getByLabel('Monday, opens');
    await opens.fill('10:05');
    await setOffline(page, true);
    const save = page.getByRole('button', { name: /^Sav/ });
    await save.click();
    await expectFailure(page, save);
    await expect(opens).toHaveValue('10:05');
  });

  test('reports that the second factor was not set up and keeps the password', async ({ page }) => {
    await page.goto('/admin?tab=security');
    await page.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up the second factor' });
    await dialog.getByLabel('Password').fill('not yet sent');
    await setOffline(page, true);
    const next = dialog.getByRole('button', { name: 'Next' });
    await next.click();
    await expectFailure(page, next);
    await expect(dialog.getByLabel('Password')).toHaveValue('not yet sent');
  });

  test('reports that a list could not be loaded, and "Try again" loads it after reconnecting', async ({
    page,
    server,
  }) => {
    await fillList(server, talents, ['Ana']);
    await page.goto('/admin');
    await expect(page.getByRole('list', { name: 'Summary' })).toBeVisible();
    await setOffline(page, true);
    await page.getByRole('navigation', { name: 'Admin' }).getByText('Talents').click();
    await expect(page.getByRole('alert')).toContainText('Talents could not be loaded');
    await setOffline(page, false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(getRows(page, talents)).toHaveCount(1);
  });
});

test.describe('admin area when the server never responds', () => {
  test('reports a failed save after 30 seconds and keeps the input', async ({ page, server }) => {
    await fillList(server, talents, ['Ana']);
    await page.clock.install();
    const form = await openEdit(page, 'talents', 'Ana');
    await form.field('Name').fill('Ana Lucía');
    await leavePending(page, /\/api\/talents\/[\da-f-]{36}$/);
    const save = form.dialog.getByRole('button', { name: /^(Save changes|Saving)/ });
    await save.click();
    await expect(save).toHaveText('Saving...');
    await page.clock.runFor(30_000);
    await expectFailure(page, save);
    await expect(form.field('Name')).toHaveValue('Ana Lucía');
  });

  test('reports after 30 seconds that the leads could not be loaded', async ({ page }) => {
    await page.clock.install();
    await leavePending(page, /\/api\/leads\?/);
    await page.goto('/admin?tab=leads');
    await expect(page.getByText('Loading leads...')).toBeAttached();
    await page.clock.runFor(30_000);
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
  });
});
