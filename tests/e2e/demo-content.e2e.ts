import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { keepToast, toast } from './lead-form';
import { viewports } from './settings';

test.beforeEach(({ signIn }) => signIn());

test.describe('demo content', () => {
  test('is removed in one step, and comes back with Undo or later', async ({ page, server }) => {
    const listTalents = async () => (await server.api.get('/api/talents')).body as unknown[];
    const talents = await listTalents();
    const remove = page.getByRole('button', { name: 'Remove all demo content' });
    const undo = toast(page).getByRole('button', { name: 'Undo' });
    const bringBack = page.getByRole('button', { name: 'Bring it back' });
    await page.goto('/admin');
    for (const button of [undo, bringBack]) {
      await remove.click();
      const question = page.getByRole('alertdialog', { name: 'Remove all demo content?' });
      await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
      await expect(question.getByRole('listitem').first()).toHaveText(
        `${talents.length}drawn people`,
      );
      const sizes = [button === undo ? viewports.phone : viewports.laptop];
      await expectNoViolations(page, { within: dialogSelector, sizes });
      await question.getByRole('button', { name: /^Remove \d+ demo items$/ }).click();
      await expect(toast(page)).toContainText(/^\d+ demo items removed/);
      await keepToast(page);
      await expect.poll(listTalents).toEqual([]);
      await expect(page.getByText('The demo content is gone.')).toBeVisible();
      await expect(bringBack).toBeVisible();

      if (button === bringBack) await page.reload();
      await button.click();
      await expect(toast(page)).toContainText(/^\d+ demo items restored/);
      await expect(remove).toBeVisible();
      await expect.poll(listTalents).toHaveLength(talents.length);
    }
  });

  test('is marked in each list, until the owner edits it', async ({ page }) => {
    const row = page.locator('[data-row]').first();
    for (const tab of ['talents', 'case-studies', 'packages', 'hero-stats']) {
      await page.goto(`/admin?tab=${tab}`);
      await expect(row.getByText('Demo', { exact: true }), tab).toBeVisible();
    }
    await row.getByRole('button', { name: /^Edit/ }).click();
    const form = page.getByRole('dialog', { name: 'Edit Stat' });
    await form.getByLabel('Value').fill('99');
    await form.getByRole('button', { name: 'Save changes' }).click();
    await expect(row).toContainText('99');
    await expect(row.getByText('Demo', { exact: true })).toHaveCount(0);
  });
});
