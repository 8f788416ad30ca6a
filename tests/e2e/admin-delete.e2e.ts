import type { Locator, Page } from '@playwright/test';
import { adminList, adminLists, fetchStoredNames, fillList, getRows } from './admin-lists';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';

const talents = adminList('talents');
const packages = adminList('packages');

test.beforeEach(({ signIn }) => signIn());

/** Asks for a row's deletion. */
async function ask(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  return page.getByRole('alertdialog', { name: 'Are you sure?' });
}

const confirm = (question: Locator) => question.getByRole('button', { name: 'Delete' }).click();

for (const list of adminLists) {
  test(`deleting one of the ${list.plural} asks, and Undo brings it back to its place`, async ({
    page,
    server,
  }) => {
    await fillList(server, list, ['First one', 'Second one', 'Third one']);
    await page.goto(`/admin?tab=${list.tab}`);
    const release = await holdRequests(page, new RegExp(`/api/${list.path}/[^/]+$`));
    const question = await ask(page, 'Second one');
    const sentence = 'This will permanently delete Second one. This action cannot be undone.';
    await expect(question.getByText(sentence, { exact: true })).toBeVisible();
    // What really happens is read out too, after it.
    await expect(question).toHaveAccessibleDescription(
      /^This will permanently delete Second one\. This action cannot be undone\. It leaves the site at once\. For a year it stays in “Recently deleted”/,
    );
    const hasPicture = ['talents', 'case-studies'].includes(list.path);
    await expect(question.getByText('An uploaded picture is gone for good')).toHaveCount(
      hasPicture ? 1 : 0,
    );
    await confirm(question);
    await expect(question.getByRole('button', { name: 'Deleting...' })).toBeVisible();
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    release();
    await expect(question).toBeHidden();
    await expect(toast(page)).toContainText('Deleted successfully');
    await expect(getRows(page, list)).toContainText(['First one', 'Third one']);
    await expect(getRows(page, list)).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Delete Third one' })).toBeFocused();
    expect(await fetchStoredNames(server, list)).toEqual(['First one', 'Third one']);

    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('Restored');
    await expect(getRows(page, list)).toContainText(['First one', 'Second one', 'Third one']);
    await expect(page.getByRole('button', { name: 'Edit Second one' })).toBeFocused();
    expect(await fetchStoredNames(server, list)).toEqual(['First one', 'Second one', 'Third one']);
  });
}

test('Cancel deletes nothing, and the focus goes back', async ({ page, server }) => {
  await fillList(server, talents, ['Ana', 'Ben']);
  await page.goto('/admin?tab=talents');
  const question = await ask(page, 'Ana');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete Ana' })).toBeFocused();
  expect(await fetchStoredNames(server, talents)).toEqual(['Ana', 'Ben']);
});

test('the last one leaves the empty list behind, and the summary counts anew', async ({
  page,
  server,
}) => {
  await fillList(server, packages, ['Only one']);
  await page.goto('/admin?tab=packages');
  const card = page.getByRole('list', { name: 'Summary' }).getByText('Packages').locator('..');
  await expect(card).toContainText('1Active offerings');
  await confirm(await ask(page, 'Only one'));
  await expect(page.getByRole('heading', { name: 'No packages yet' })).toBeVisible();
  await expect(card).toContainText('0Active offerings');
});

test.describe('when the server refuses', () => {
  test.use({ allowErrors: /status of (404|409|500|503)/ });

  test('a deletion says so, and can be tried again', async ({ page, server }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    await page.goto('/admin?tab=talents');
    await page.route(/\/api\/talents\/[^/]+$/, (route) => route.fulfill({ status: 500 }), {
      times: 1,
    });
    const question = await ask(page, 'Ana');
    await confirm(question);
    await expect(toast(page)).toContainText('Failed to delete. Please try again.');
    expect(await fetchStoredNames(server, talents)).toEqual(['Ana', 'Ben']);
    await confirm(question);
    await expect(toast(page)).toContainText('Deleted successfully');
    await expect(getRows(page, talents)).toHaveCount(1);
  });

  test('a deletion because the item is still needed, its reason is said', async ({
    page,
    server,
  }) => {
    await fillList(server, packages, ['Light', 'Full']);
    await page.goto('/admin?tab=packages');
    const message = 'This package has a payment. It is kept for your records.';
    await page.route(/\/api\/packages\/[^/]+$/, (route) =>
      route.fulfill({ status: 409, json: { message, code: 'conflict' } }),
    );
    const question = await ask(page, 'Light');
    await confirm(question);
    await expect(toast(page)).toContainText(message);
    await expect(toast(page)).not.toContainText('Failed to delete');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(getRows(page, packages)).toHaveCount(2);
  });

  test('an undoing, the failure is said', async ({ page, server }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    await page.goto('/admin?tab=talents');
    await confirm(await ask(page, 'Ana'));
    const refusal = { message: 'The database is being moved.', code: 'unavailable' };
    await page.route('**/restore', (route) => route.fulfill({ status: 503, json: refusal }));
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText('The database is being moved.');
    await expect(getRows(page, talents)).toHaveCount(1);
  });

  test('because someone else has deleted it already, the row goes, and the question with it', async ({
    page,
    server,
  }) => {
    const [id] = await fillList(server, talents, ['Ana', 'Ben']);
    await page.goto('/admin?tab=talents');
    const question = await ask(page, 'Ana');
    await server.api.delete(`/api/talents/${id}`);
    await confirm(question);
    await expect(toast(page)).toContainText('Failed to delete. Please try again.');
    await expect(question).toBeHidden();
    await expect(getRows(page, talents)).toHaveCount(1);
  });
});

test.describe('when the session has ended', () => {
  test.use({ allowErrors: /status of 401/ });

  test('a deletion leads to the sign-in and claims no failure of its own', async ({
    page,
    context,
    server,
  }) => {
    await fillList(server, talents, ['Ana', 'Ben']);
    await page.goto('/admin?tab=talents');
    const question = await ask(page, 'Ana');
    await context.clearCookies();
    await confirm(question);
    await expect(page).toHaveURL(/\/admin\/login\?next=/);
    await expect(toast(page)).toContainText('Your session has ended');
    expect(await fetchStoredNames(server, talents)).toEqual(['Ana', 'Ben']);
  });
});
