import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { viewports } from './settings';

test.beforeEach(({ signIn }) => signIn());

test.describe('checklist before the site opens', () => {
  for (const [device, viewport] of Object.entries(viewports)) {
    test(`leads through the steps on a ${device}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.goto('/admin');
      const card = page.getByRole('region', { name: 'Get ready to open' });
      await expect(card.getByRole('listitem').first()).toContainText('Name and contact');
      await expectNoViolations(page, { sizes: [viewport] });
      await card.getByRole('link', { name: 'Enter them' }).click();
      await expect(page).toHaveURL(/\/admin\/settings#contact$/);
      await expect(page.getByRole('heading', { name: 'Contact', level: 2 })).toBeFocused();
    });
  }

  test('leads to the availability, where the times are set', async ({ page }) => {
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Set the times' }).click();
    await expect(page.getByRole('form', { name: 'Availability' })).toBeVisible();
  });

  test('marks the test email as done when it was sent', async ({ page }) => {
    await page.goto('/admin');
    const step = page.getByRole('listitem').filter({ hasText: 'A test email' });
    await step.getByRole('button', { name: 'Send a test email' }).click();
    await expect(step).toContainText('Sent to owner@crew.example.');
    await expect(step.getByText('Done', { exact: true })).toBeAttached();
    await expect(step.getByRole('button', { name: 'Send another' })).toBeVisible();
  });

  test('shows the result of the check, also after a reload', async ({ page }) => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Check now' }).click();
    const result = page.getByText('Demo content is still on the site');
    await expect(result).toBeVisible();
    await page.reload();
    await expect(result).toBeVisible();
    await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
  });

  test('marks the demo content as done when it was removed', async ({ page }) => {
    await page.goto('/admin');
    const step = page.getByRole('listitem').filter({ hasText: 'Remove demo content' });
    await step.getByRole('button', { name: 'Remove all demo content' }).click();
    await page.getByRole('button', { name: /^Remove \d+ demo items$/ }).click();
    await expect(step).toContainText('None is on the site');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(step).toContainText(/\d+ demo items are still on the site/);
  });

  test('disappears when the owner hides it, and the demo content keeps its row', async ({
    page,
  }) => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Hide this list' }).click();
    await expect(page.getByRole('region', { name: 'Get ready to open' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove all demo content' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Remove all demo content' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Get ready to open' })).toHaveCount(0);
  });
});
