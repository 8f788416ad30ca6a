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

  test('leaves the focus in the search if that is used before an item is deleted, also the last one', async ({
    page,
    server,
  }) => {
    const [ana, anton] = await openList(page, server, talents, ['Ana', 'Anton', 'Ben']);
    const search = page.getByRole('searchbox');
    /** Confirms a deletion, whose request is pending when the confirmation has closed. */
    const beginDeletion = async (name: string, id = '') => {
      const release = await holdRequests(page, `**/api/talents/${id}`);
      const confirmation = await openConfirmation(page, name);
      await confirmDeletion(confirmation);
      await page.keyboard.press('Escape');
      await expect(confirmation).toBeHidden();
      return release;
    };
    const releaseFirst = await beginDeletion('Anton', anton);
    await search.fill('an');
    releaseFirst();
    await expect(toast(page)).toContainText('Deleted successfully');
    await waitForIdle(page);
    await expect(search).toBeFocused();

    await expect(getRows(page, talents)).toHaveCount(1);
    const releaseLast = await beginDeletion('Ana', ana);
    await search.click();
    releaseLast();
    await expect(page.getByRole('heading', { name: 'No talents match' })).toBeVisible();
    await waitForIdle(page);
    await page.keyboard.type('a');
    await expect(search).toHaveValue('ana');
    await expect(search).toBeFocused();
  });

  test.describe('when the server rejects the request', () => {
    test.use({ allowErrors: /status of (404|409|503)/ });

    test("deletes nothing on Cancel, and shows the server's reason when a deletion or its Undo fails", async ({
      page,
      server,
    }) => {
      const [id] = await openList(page, server, talents, ['Ana', 'Ben']);
      const message = 'It is kept for your records.';
      await page.route(
        `**/api/talents/${id}`,
        (route) => route.fulfill({ status: 409, json: { message, code: 'conflict' } }),
        { times: 1 },
      );
      const confirmation = await openConfirmation(page, 'Ana');
      await confirmDeletion(confirmation);
      await expect(toast(page)).toContainText(message);
      await expect(toast(page)).not.toContainText('Failed to delete');
      await confirmation.getByRole('button', { name: 'Cancel' }).click();
      await expect(confirmation).toBeHidden();
      await expect(page.getByRole('button', { name: 'Delete Ana' })).toBeFocused();
      await expect(getRows(page, talents)).toHaveCount(2);
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
