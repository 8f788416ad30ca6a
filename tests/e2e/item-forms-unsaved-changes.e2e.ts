import type { Page } from '@playwright/test';
import { adminList, fillList } from './admin-lists';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { openEdit, openNew } from './item-forms';
import { toast } from './lead-form';
import { createLead, openLead } from './leads';

test.use({ sharedSite: 'own lists' });

test.beforeEach(({ signIn }) => signIn());

const getDiscardDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Discard your changes?' });

const closeActions: Record<string, (page: Page) => Promise<unknown>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'the Cancel button': (page) => page.getByRole('button', { name: 'Cancel', exact: true }).click(),
  'the Close button': (page) => page.getByRole('button', { name: 'Close', exact: true }).click(),
  'a click outside': (page) =>
    // The form ignores outside clicks for a moment after the confirmation has closed.
    expect(async () => {
      await page.mouse.click(8, 400);
      await expect(getDiscardDialog(page)).toBeVisible({ timeout: 500 });
    }).toPass(),
  'browser back': async (page) => {
    // The history entry is marked a moment after the form has changed.
    await page.waitForFunction(() => history.state?.unsavedForm);
    await page.goBack();
  },
};

test.describe('item form with unsaved changes', () => {
  test('asks before it discards changes, whichever way it is left', async ({ page }) => {
    await page.goto('/admin?tab=leads');
    for (const [name, leave] of Object.entries(closeActions)) {
      await test.step(name, async () => {
        const form = await openNew(page, 'stats');
        await form.field('Value').fill('48 h');
        await leave(page);
        await expect(getDiscardDialog(page)).toBeVisible();
        await expect(
          getDiscardDialog(page).getByRole('button', { name: 'Keep editing' }),
        ).toBeFocused();
        if (name === 'Escape') await expectNoViolations(page, { within: '[role=alertdialog]' });
        await page.keyboard.press('Enter');
        await expect(getDiscardDialog(page)).toBeHidden();
        await expect(form.field('Value')).toHaveValue('48 h');

        await leave(page);
        await getDiscardDialog(page).getByRole('button', { name: 'Discard' }).click();
        await expect(form.dialog).toBeHidden();
        await expect(page).toHaveURL(
          name === 'browser back' ? '/admin?tab=leads' : '/admin?tab=hero-stats',
        );
        await page.goto('/admin?tab=leads');
      });
    }
  });

  test('closes without asking when nothing has changed or the change was undone', async ({
    page,
  }) => {
    const form = await openNew(page, 'stats');
    await page.keyboard.press('Escape');
    await expect(form.dialog).toBeHidden();
    const secondForm = await openNew(page, 'stats');
    await secondForm.field('Value').fill('48 h');
    await secondForm.field('Value').fill('');
    await secondForm.button('Cancel').click();
    await expect(secondForm.dialog).toBeHidden();
  });

  test('returns the focus to the button that opened it, also if the address names a section', async ({
    page,
    server,
  }) => {
    // As on a slow machine: the dialog has returned the focus before its history entry is gone.
    await page.addInitScript(() => {
      const { back } = History.prototype;
      History.prototype.back = function goBackLate() {
        setTimeout(() => back.call(this), 100);
      };
    });
    await fillList(server, adminList('stats'), ['people trained']);
    await page.goto('/admin?tab=hero-stats#main');
    const opener = page.getByRole('button', { name: 'Edit people trained' });
    await opener.click();
    await page.getByRole('dialog').getByLabel('Value', { exact: true }).fill('48 h');
    await page.waitForFunction(() => history.state?.unsavedForm);
    await page.keyboard.press('Escape');
    const hasGoneBack = page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('popstate', () =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          );
        }),
    );
    await getDiscardDialog(page).getByRole('button', { name: 'Discard' }).click();
    await hasGoneBack;
    await expect(page).toHaveURL('/admin?tab=hero-stats#main');
    await expect(opener).toBeFocused();
  });

  test("triggers the browser's warning before the page is left", async ({ page }) => {
    const form = await openNew(page, 'stats');
    await form.field('Value').fill('48 h');
    const dialogOpened = page.waitForEvent('dialog');
    const leaving = page.goto('/talent').catch(() => null);
    const dialog = await dialogOpened;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await leaving;
    await expect(form.field('Value')).toHaveValue('48 h');
  });

  test('is skipped by Back once it was saved', async ({ page, server }) => {
    await fillList(server, adminList('stats'), ['people trained']);
    await page.goto('/admin?tab=leads');
    const form = await openEdit(page, 'stats', 'people trained');
    await form.field('Value').fill('213');
    await form.button('Save changes').click();
    await expect(form.dialog).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/admin?tab=leads');
  });

  test.describe('when the session ends', () => {
    test.use({ allowErrors: /status of (401|429)/ });

    const getSignInDialog = (page: Page) =>
      page.getByRole('dialog', { name: 'Your session has ended' });

    const signInAgain = async (page: Page, password: string) => {
      await getSignInDialog(page).getByLabel('Password').fill(password);
      await getSignInDialog(page).getByRole('button', { name: 'Login' }).click();
    };

    test('keeps the input each time the owner cancels the sign-in, and saves it after one in place', async ({
      page,
      context,
      server,
    }) => {
      await fillList(server, adminList('stats'), ['people trained']);
      const form = await openEdit(page, 'stats', 'people trained');
      await form.field('Value').fill('500');
      await context.clearCookies();
      for (let attempt = 1; attempt <= 2; attempt += 1) {
        const releaseList = await holdRequests(page, '**/api/stats/all');
        await form.button('Save changes').click();
        await getSignInDialog(page).getByRole('button', { name: 'Cancel' }).click();
        await expect(getSignInDialog(page)).toBeHidden();
        // The list that the save refreshes has no session, either. It does not ask again.
        const listAnswered = page.waitForResponse('**/api/stats/all');
        releaseList();
        await (await listAnswered).finished();
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        await expect(form.field('Value')).toHaveValue('500');
      }

      await form.button('Save changes').click();
      await expect(getSignInDialog(page)).toBeVisible();
      await expectNoViolations(page, { within: '[data-dialog=form]' });
      await signInAgain(page, 'not the password');
      await expect(toast(page)).toContainText('Login failed');
      await expect(toast(page)).toContainText('Invalid password');
      await expect(getSignInDialog(page).getByLabel('Password')).toHaveValue('');

      await signInAgain(page, server.adminPassword);
      await expect(form.dialog).toBeHidden();
      await expect(toast(page)).toContainText('Stat updated');
      await expect(page).toHaveURL('/admin?tab=hero-stats');
      expect((await server.api.get('/api/stats')).body).toMatchObject([{ value: '500' }]);
    });

    test("saves a lead's new status after the sign-in", async ({ page, context, server }) => {
      await createLead(server, { companyName: 'Waits For It' });
      const form = await openLead(page, 'Waits For It');
      await form.getByLabel('Status').selectOption('contacted');
      await context.clearCookies();
      await form.getByRole('button', { name: 'Save' }).click();
      await signInAgain(page, server.adminPassword);
      await expect(form).toBeHidden();
      await expect(toast(page)).toContainText('Lead updated');
      await expect(page.getByRole('row').filter({ hasText: 'Waits For It' })).toContainText(
        'contacted',
      );
    });
  });
});
