import type { Page } from '@playwright/test';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { viewports } from './settings';

test.beforeEach(({ signIn }) => signIn());

test.describe('demo content', () => {
  const ways = [
    ['phone', 'with Undo', (page: Page) => toast(page).getByRole('button', { name: 'Undo' })],
    ['laptop', 'later', (page: Page) => page.getByRole('button', { name: 'Bring it back' })],
  ] as const;
  for (const [device, way, getButton] of ways) {
    test(`is removed in one step on a ${device}, and comes back ${way}`, async ({
      page,
      server,
    }) => {
      const viewport = viewports[device];
      const listTalents = async () => (await server.api.get('/api/talents')).body as unknown[];
      const talents = await listTalents();
      await page.setViewportSize(viewport);
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Remove all demo content' }).click();
      const question = page.getByRole('alertdialog', { name: 'Remove all demo content?' });
      await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
      await expect(question.getByRole('listitem').first()).toHaveText(
        `${talents.length}drawn people`,
      );
      await expectNoViolations(page, { within: dialogSelector, sizes: [viewport] });
      await question.getByRole('button', { name: /^Remove \d+ demo items$/ }).click();
      await expect(toast(page)).toContainText(/^\d+ demo items removed/);
      await expect.poll(listTalents).toEqual([]);
      await expect(page.getByText('The demo content is gone.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Bring it back' })).toBeVisible();

      if (way === 'later') await page.reload();
      await getButton(page).click();
      await expect(toast(page)).toContainText(/^\d+ demo items restored/);
      await expect(page.getByRole('button', { name: 'Remove all demo content' })).toBeVisible();
      await expect.poll(listTalents).toHaveLength(talents.length);
    });
  }

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
