import type { Locator, Page } from '@playwright/test';
import { adminList, fetchStoredNames, getRows, openList } from './admin-lists';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { waitForIdle } from './wait-for-idle';

test.use({ sharedSite: 'own lists' });

const talents = adminList('talents');
const packages = adminList('packages');

test.beforeEach(({ signIn }) => signIn());

/** Presses a row's Delete button. @returns the confirmation dialog */
async function openConfirmation(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  return page.getByRole('alertdialog', { name: 'Are you sure?' });
}

const confirmDeletion = (confirmation: Locator) =>
  confirmation.getByRole('button', { name: 'Delete' }).click();

test.describe('deleting an item in the admin area', () => {
  test('shows the empty state and updates the summary card after the last item is deleted', async ({
    page,
    server,
  }) => {
    await openList(page, server, packages, ['Only one']);
    await confirmDeletion(await openConfirmation(page, 'Only one'));
    await expect(page.getByRole('heading', { name: 'No packages yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Overview' }).first().click();
    const card = page.getByRole('list', { name: 'Summary' }).getByText('Packages').locator('..');
    await expect(card).toContainText('0Active offerings');
  });

  test('leaves the focus in the search if that is used before the item is deleted', async ({
    page,
    server,
  }) => {
    const [id] = await openList(page, server, talents, ['Ana', 'Anton', 'Hanna']);
    const release = await holdRequests(page, `**/api/talents/${id}`);
    const confirmation = await openConfirmation(page, 'Ana');
    await confirmDeletion(confirmation);
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
    const search = page.getByRole('searchbox');
    await search.fill('an');
    release();
    await expect(toast(page)).toContainText('Deleted successfully');
    await waitForIdle(page);
    await expect(search).toBeFocused();
  });

  test('leaves the focus in the search if that is used before the last item is deleted', async ({
    page,
    server,
  }) => {
    const [id] = await openList(page, server, talents, ['Ana', 'Ben']);
    const search = page.getByRole('searchbox');
    await search.fill('an');
    await expect(getRows(page, talents)).toHaveCount(1);
    const release = await holdRequests(page, `**/api/talents/${id}`);
    const confirmation = await openConfirmation(page, 'Ana');
    await confirmDeletion(confirmation);
    await page.keyboard.press('Escape');
    await expect(confirmation).toBeHidden();
    await search.click();
    release();
    await expect(page.getByRole('heading', { name: 'No talents match' })).toBeVisible();
    await expect(toast(page)).toContainText('Deleted successfully');
    await page.keyboard.type('a');
    await expect(search).toHaveValue('ana');
    await expect(search).toBeFocused();
  });

  test.describe('when the server rejects the request', () => {
    test.use({ allowErrors: /status of (404|409|500|503)/ });

    test("shows the server's reason when the item is still in use", async ({ page, server }) => {
      await openList(page, server, packages, ['Light', 'Full']);
      const message = 'This package has a payment. It is kept for your records.';
      await page.route(/\/api\/packages\/(?!all$)[^/]+$/, (route) =>
        route.fulfill({ status: 409, json: { message, code: 'conflict' } }),
      );
      const confirmation = await openConfirmation(page, 'Light');
      await confirmDeletion(confirmation);
      await expect(toast(page)).toContainText(message);
      await expect(toast(page)).not.toContainText('Failed to delete');
      await confirmation.getByRole('button', { name: 'Cancel' }).click();
      await expect(getRows(page, packages)).toHaveCount(2);
    });

    test("deletes nothing on Cancel, and shows the server's reason when Undo fails", async ({
      page,
      server,
    }) => {
      await openList(page, server, talents, ['Ana', 'Ben']);
      const confirmation = await openConfirmation(page, 'Ana');
      await confirmation.getByRole('button', { name: 'Cancel' }).click();
      await expect(confirmation).toBeHidden();
      await expect(page.getByRole('button', { name: 'Delete Ana' })).toBeFocused();
      expect(await fetchStoredNames(server, talents)).toEqual(['Ana', 'Ben']);

      await confirmDeletion(await openConfirmation(page, 'Ana'));
      const refusal = { message: 'The database is being moved.', code: 'unavailable' };
      await page.route('**/restore', (route) => route.fulfill({ status: 503, json: refusal }));
      await toast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(toast(page)).toContainText('The database is being moved.');
      await expect(getRows(page, talents)).toHaveCount(1);
    });

    test('removes the row and closes the confirmation when someone else has deleted the item', async ({
      page,
      server,
    }) => {
      const [id] = await openList(page, server, talents, ['Ana', 'Ben']);
      const confirmation = await openConfirmation(page, 'Ana');
      await server.api.delete(`/api/talents/${id}`);
      await confirmDeletion(confirmation);
      await expect(toast(page)).toContainText('Failed to delete. Please try again.');
      await expect(confirmation).toBeHidden();
      await expect(getRows(page, talents)).toHaveCount(1);
    });
  });
});
