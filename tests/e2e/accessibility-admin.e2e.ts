import { adminTabs, adminViews } from '../../src/routes/admin/admin-tabs';
import { dialogSelector, everySize, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { createLead, openLead } from './leads';

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  await createLead(server, { companyName: 'Looked At' }, 'proposal_sent');
});

test.describe('admin area accessibility', () => {
  for (const views of [adminTabs, adminViews]) {
    test(`has no axe violations from ${views[0]?.label} to ${views.at(-1)?.label}`, async ({
      page,
    }) => {
      for (const { id } of views) {
        await test.step(id, async () => {
          await page.goto(`/admin?tab=${id}`);
          await expect(page.getByRole('heading', { level: 2 }).first()).toBeAttached();
          await expect(page.getByText(/^Loading\b/)).toHaveCount(0);
          await expectNoViolations(page);
        });
      }
    });
  }

  test('has no axe violations in the dialogs that edit and delete a lead', async ({ page }) => {
    const status = await openLead(page, 'Looked At');
    await expect(status.getByRole('list', { name: 'Emails' })).toBeVisible();
    await status.getByLabel('Status').selectOption('');
    await status.getByRole('button', { name: 'Save' }).click();
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await status.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Delete Looked At' }).first().click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
  });
});
