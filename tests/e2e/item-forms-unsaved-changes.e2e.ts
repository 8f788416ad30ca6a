import type { Page } from '@playwright/test';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { openEdit, openNew } from './item-forms';
import { toast } from './lead-form';
import { createLead } from './leads';

test.beforeEach(({ signIn }) => signIn());

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  Cancel: (page) => page.getByRole('button', { name: 'Cancel', exact: true }).click(),
  'the X': (page) => page.getByRole('button', { name: 'Close', exact: true }).click(),
  'a click beside it': (page) =>
    // The form hears of clicks beside it a moment after the question has gone.
    expect(async () => {
      await page.mouse.click(8, 400);
      await expect(question(page)).toBeVisible({ timeout: 500 });
    }).toPass(),
  'the way back': async (page) => {
    // The browser is told of the change a moment after the form is.
    await page.waitForFunction(() => history.state?.unsavedForm);
    await page.goBack();
  },
};

for (const [name, leave] of Object.entries(ways)) {
  test(`a changed form is not lost by ${name}`, async ({ page }) => {
    await page.goto('/admin?tab=leads');
    const form = await openNew(page, 'stats');
    await form.field('Value').fill('48 h');
    await leave(page);
    await expect(question(page)).toBeVisible();
    await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeHidden();
    await expect(form.field('Value')).toHaveValue('48 h');

    await leave(page);
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(form.dialog).toBeHidden();
    await expect(page).toHaveURL(
      name === 'the way back' ? '/admin?tab=leads' : '/admin?tab=hero-stats',
    );
  });
}

test('an unchanged form closes at once, also when a change was taken back', async ({ page }) => {
  const form = await openNew(page, 'stats');
  await page.keyboard.press('Escape');
  await expect(form.dialog).toBeHidden();
  const again = await openNew(page, 'stats');
  await again.field('Value').fill('48 h');
  await again.field('Value').fill('');
  await again.button('Cancel').click();
  await expect(again.dialog).toBeHidden();
});

test('leaving the page asks, as long as there is something to lose', async ({ page }) => {
  const form = await openNew(page, 'stats');
  await form.field('Value').fill('48 h');
  const asked = page.waitForEvent('dialog');
  const leaving = page.goto('/talent').catch(() => null);
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await leaving;
  await expect(form.field('Value')).toHaveValue('48 h');
});

test('after saving, Back leads to where one was before the form', async ({ page, server }) => {
  await fillList(server, adminList('stats'), ['people trained']);
  await page.goto('/admin?tab=leads');
  const form = await openEdit(page, 'stats', 'people trained');
  await form.field('Value').fill('213');
  await form.button('Save changes').click();
  await expect(form.dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/admin?tab=leads');
});

test.describe('a session that ends while a form is open', () => {
  test.use({ allowErrors: /status of (401|429)/ });

  const signIn = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

  test('asks for the password in place, and the save goes through by itself', async ({
    page,
    context,
    server,
  }) => {
    await fillList(server, adminList('stats'), ['people trained']);
    const form = await openEdit(page, 'stats', 'people trained');
    await form.field('Value').fill('500');
    await context.clearCookies();
    await form.button('Save changes').click();

    await signIn(page).getByLabel('Password').fill('not the password');
    await signIn(page).getByRole('button', { name: 'Login' }).click();
    await expect(toast(page)).toContainText('Login failed');
    await expect(toast(page)).toContainText('Invalid password');
    await expect(signIn(page).getByLabel('Password')).toHaveValue('');

    await signIn(page).getByLabel('Password').fill(server.adminPassword);
    await signIn(page).getByRole('button', { name: 'Login' }).click();
    await expect(form.dialog).toBeHidden();
    await expect(toast(page)).toContainText('Stat updated');
    await expect(page).toHaveURL('/admin?tab=hero-stats');
    expect((await server.api.get('/api/stats')).body).toMatchObject([{ value: '500' }]);
  });

  test('keeps the form when the owner does not sign in', async ({ page, context, server }) => {
    await fillList(server, adminList('stats'), ['people trained']);
    const form = await openEdit(page, 'stats', 'people trained');
    await form.field('Value').fill('600');
    await context.clearCookies();
    for (const _ of ['once', 'and again']) {
      await form.button('Save changes').click();
      await signIn(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(signIn(page)).toBeHidden();
      await expect(form.field('Value')).toHaveValue('600');
    }
  });

  test("does not lose a lead's new status", async ({ page, context, server }) => {
    await createLead(server, { companyName: 'Waits For It' });
    await page.goto('/admin?tab=leads');
    await page.getByRole('button', { name: 'Edit Waits For It' }).click();
    const form = page.getByRole('dialog', { name: 'Update Lead Status' });
    await form.getByLabel('Status').selectOption('contacted');
    await context.clearCookies();
    await form.getByRole('button', { name: 'Save' }).click();
    await signIn(page).getByLabel('Password').fill(server.adminPassword);
    await signIn(page).getByRole('button', { name: 'Login' }).click();
    await expect(form).toBeHidden();
    await expect(toast(page)).toContainText('Lead updated');
    await expect(page.getByRole('row').filter({ hasText: 'Waits For It' })).toContainText(
      'contacted',
    );
  });
});
