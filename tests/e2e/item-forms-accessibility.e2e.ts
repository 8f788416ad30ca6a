import { adminLists, fillList } from './admin-lists';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { openEdit, openNew } from './item-forms';

test.beforeEach(({ signIn }) => signIn());
test.use({ allowErrors: /status of (401|412)/ });

test.describe('item form accessibility', () => {
  for (const list of adminLists) {
    test(`the ${list.singular} form has no axe violations with errors, filled in, or in its preview`, async ({
      page,
      server,
    }) => {
      test.slow();
      await fillList(server, list, ['Looked At']);
      const createForm = await openNew(page, list.path);
      await createForm.button('Create').click();
      await expect(createForm.dialog.locator('[aria-invalid=true]').first()).toBeVisible();
      await expectNoViolations(page, { within: dialogSelector });
      const editForm = await openEdit(page, list.path, 'Looked At');
      await expectNoViolations(page, { within: dialogSelector });
      await page.setViewportSize({ width: 390, height: 780 });
      await editForm.button('Preview').click();
      await expectNoViolations(page, {
        within: dialogSelector,
        sizes: [{ width: 390, height: 780 }],
      });
    });
  }

  test('the discard, conflict, and sign-in dialogs have no axe violations', async ({
    page,
    server,
    context,
  }) => {
    test.slow();
    const list = adminLists[0];
    if (!list) throw new Error('There is no list.');
    const [id] = await fillList(server, list, ['Looked At']);
    const form = await openEdit(page, list.path, 'Looked At');
    await form.field('Value').fill('1');
    await form.button('Cancel').click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNoViolations(page, { within: '[role=alertdialog]' });
    await page.keyboard.press('Escape');

    await server.api.patch(`/api/${list.path}/${id}`, { value: '2' });
    await form.button('Save changes').click();
    const conflict = page.getByRole('dialog', { name: /^Someone else/ });
    await expect(conflict).toBeVisible();
    await expectNoViolations(page, { within: '[data-dialog=form]' });
    await context.clearCookies();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
    await expectNoViolations(page, { within: '[data-dialog=form]' });
  });
});
