import { adminLists, fetchStoredNames, fillList, getRows } from './admin-lists';
import { dialogSelector, everySize, expectNoViolations, phone } from './axe';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { openEdit, openNew } from './item-forms';
import { keepToast, toast } from './lead-form';

test.use({ sharedSite: 'own lists', allowErrors: /status of (500|503)/ });

const names = ['Quillfern Álvarez', 'Bexley', 'Quillfern Two'];

/** The toasts of a rejected change whose text the specification prescribes. */
const errorToasts = new Map<string, string>([
  ['stats', 'Failed to update stat.'],
  ['packages', 'Failed to update package.'],
]);

test.beforeEach(({ signIn }) => signIn());

for (const list of adminLists) {
  const { path, plural, singular, tab, title, hasPicture } = list;

  test(`the admin list of ${plural} is loaded, searched, reordered, and restores what was deleted`, async ({
    page,
    server,
  }) => {
    const ids = await fillList(server, list, names);
    const rows = getRows(page, list);
    const search = page.getByRole('searchbox', { name: `Search ${plural}` });

    await test.step('after a failure, by “Try again”', async () => {
      await page.route(`**/api/${path}/all`, (route) => route.fulfill({ status: 500 }));
      await page.goto(`/admin?tab=${tab}`);
      const alert = page.getByRole('alert').getByRole('heading');
      await expect(alert).toHaveText(`${title} could not be loaded`);
      await page.unroute(`**/api/${path}/all`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(rows).toContainText(names);
      await expect(alert).toHaveCount(0);
    });

    await test.step('again when its tab is opened, in the order that somebody else gave it', async () => {
      for (const orderedIds of [ids.toReversed(), ids]) {
        await page.getByRole('banner').getByRole('link', { name: 'Overview' }).click();
        await expect(rows).toHaveCount(0);
        await server.api.post(`/api/${path}/reorder`, { orderedIds });
        await page.goBack();
        await expect(rows).toContainText(orderedIds === ids ? names : names.toReversed());
      }
    });

    await test.step('finds rows by their text, and disables reordering meanwhile', async () => {
      await expect(page.getByText(`3 ${plural}, in the order the site shows`)).toBeVisible();
      await page.keyboard.press('/');
      await expect(search).toBeFocused();
      await search.fill('quillfern');
      await expect(rows).toContainText(['Quillfern Álvarez', 'Quillfern Two']);
      await expect(rows).toHaveCount(2);
      await expect(
        page.getByText(`2 of 3 ${plural}. To change the order, clear the search.`),
      ).toBeVisible();
      for (const button of await page.getByRole('button', { name: /^(Move|Reorder) Q/ }).all()) {
        await expect(button).toBeDisabled();
      }
      await search.fill('alvarez');
      await expect(rows).toHaveCount(1);
      await search.fill('nobody at all');
      await expect(page.getByRole('heading', { name: `No ${plural} match` })).toBeVisible();
      await page.getByRole('button', { name: `Show all ${plural}` }).click();
      await expect(rows).toHaveCount(3);
      await expect(search).toHaveValue('');
      await expect(search).toBeFocused();
      await expect(page.getByRole('button', { name: 'Move Bexley up' })).toBeEnabled();
    });

    await test.step('moves an item by an arrow, and the home page shows the new order', async () => {
      await page.getByRole('button', { name: 'Move Quillfern Two up' }).click();
      const moved = ['Quillfern Álvarez', 'Quillfern Two', 'Bexley'];
      await expect(rows).toContainText(moved);
      await expect(toast(page)).toContainText('Order updated');
      expect(await fetchStoredNames(server, list)).toEqual(moved);
      const home = await (await page.request.get('/')).text();
      const places = moved.map((name) => home.indexOf(name));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(places[0]).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Move Quillfern Two down' }).click();
      await expect(rows).toContainText(names);
      await expect(page.getByRole('button', { name: 'Move Bexley up' })).toBeEnabled();
    });

    await test.step('deletes an item after a confirmation, and Undo restores its position', async () => {
      const release = await holdRequests(page, new RegExp(`/api/${path}/(?!all$)[^/]+$`));
      await page.getByRole('button', { name: 'Delete Bexley' }).click();
      const confirmation = page.getByRole('alertdialog', { name: 'Are you sure?' });
      const sentence = 'This will permanently delete Bexley. This action cannot be undone.';
      await expect(confirmation.getByText(sentence, { exact: true })).toBeVisible();
      // The accessible description continues with what really happens.
      await expect(confirmation).toHaveAccessibleDescription(
        /^This will permanently delete Bexley\. This action cannot be undone\. It disappears from the site immediately\. For a year you can restore it from “Recently deleted”/,
      );
      const note = confirmation.getByText('An uploaded picture is deleted for good');
      await expect(note).toHaveCount(hasPicture ? 1 : 0);
      const lastNote = confirmation.getByText('removed from all proposals, even from accepted');
      await expect(lastNote).toHaveCount(path === 'talents' ? 1 : 0);
      await confirmation.getByRole('button', { name: 'Delete' }).click();
      await expect(confirmation.getByRole('button', { name: 'Deleting...' })).toBeVisible();
      await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeDisabled();
      release();
      await expect(confirmation).toBeHidden();
      await expect(toast(page)).toContainText('Deleted successfully');
      await keepToast(page);
      await expect(rows).toHaveCount(2);
      await expect(page.getByRole('button', { name: 'Delete Quillfern Two' })).toBeFocused();
      expect(await fetchStoredNames(server, list)).toEqual(['Quillfern Álvarez', 'Quillfern Two']);

      await toast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(toast(page)).toContainText('Restored');
      await expect(rows).toContainText(names);
      await expect(page.getByRole('button', { name: 'Edit Bexley' })).toBeFocused();
      expect(await fetchStoredNames(server, list)).toEqual(names);
    });
    // The home page shows every list, and the next one has the same names.
    await fillList(server, list, []);
  });

  test(`the form of a ${singular} has no axe violations, and keeps the input when the server rejects it`, async ({
    page,
    server,
  }) => {
    await test.step('with errors, opened from the empty list', async () => {
      await fillList(server, list, []);
      await page.goto(`/admin?tab=${tab}`);
      await expect(
        page.getByRole('heading', { name: `No ${title.toLowerCase()} yet` }),
      ).toBeVisible();
      await expectNoViolations(page, { within: 'main', sizes: everySize });
      const form = await openNew(page, path);
      await form.button('Create').click();
      await expect(form.dialog.locator('[aria-invalid=true]').first()).toBeVisible();
      await expectNoViolations(page, { within: dialogSelector });
    });

    const [id] = await fillList(server, list, ['Looked At']);
    const form = await openEdit(page, path, 'Looked At');
    await test.step('filled in, and in the preview of a phone', async () => {
      await expectNoViolations(page, { within: dialogSelector });
      const size = page.viewportSize();
      await page.setViewportSize(phone);
      await form.button('Preview').click();
      await expectNoViolations(page, { within: dialogSelector });
      if (size) await page.setViewportSize(size);
    });

    const order = form.field('Display order optional');
    await order.fill('5');
    const errorToast = errorToasts.get(path);
    const rejectOnce = (status: number, json?: object) =>
      page.route(
        `**/api/${path}/${id}`,
        (route) => route.fulfill({ status, ...(json && { json }) }),
        { times: 1 },
      );
    const rejection = { message: 'The database is being moved.', code: 'unavailable' };
    await rejectOnce(503, rejection);
    await form.button('Save changes').click();
    await expect(toast(page)).toContainText('Error');
    await expect(toast(page)).toContainText(errorToast ?? rejection.message);
    // The form shows the server's reason when the toast does not.
    if (errorToast) await expect(form.dialog.getByText(rejection.message)).toBeVisible();

    await rejectOnce(500);
    await form.button('Save changes').click();
    const standard = 'Something went wrong. Please try again.';
    await expect(toast(page)).toContainText(errorToast ?? standard);
    await expect(order).toHaveValue('5');
    await form.button('Save changes').click();
    await expect(form.dialog).toBeHidden();
  });
}
