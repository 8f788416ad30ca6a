import { sampleItems } from '../support/samples';
import { expect, test } from './fixtures';
import { fillToLastStep, next, openForm, visit } from './lead-form';

test.describe('talent list result count', () => {
  test('counts all matches and says which of them are on the page', async ({ page, server }) => {
    await server.api.signIn();
    const names = Array.from({ length: 10 }, (_, place) => `Person ${place}`);
    for (const name of names)
      await server.api.post('/api/talents', { ...sampleItems.talents, name });
    await visit(page, '/talent');
    const cards = page.getByRole('main').getByRole('article');
    await expect(page.getByText('Showing 34 professional(s)', { exact: true })).toBeVisible();
    await expect(cards).toHaveCount(24);
    await expect(page.getByText('1–24 of 34', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page.getByText('Showing 34 professional(s)', { exact: true })).toBeVisible();
    await expect(page.getByText('25–34 of 34', { exact: true })).toBeVisible();
    await expect(cards).toHaveCount(10);
  });
});

test.describe('lead form labels', () => {
  test('mark each field that is optional', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await expect(form.locator('label', { hasText: 'optional' })).toHaveCount(0);
    await form.getByLabel('Company name').fill('Says What It Needs');
    await form.getByLabel('Your name').fill('Olga Brenner');
    await next(form);
    await expect(form.locator('label', { hasText: 'optional' })).toHaveText([/^Phone/]);
    await form.getByRole('button', { name: 'Previous' }).click();
    await fillToLastStep(form, 'Says What It Needs');
    await expect(form.locator('label', { hasText: 'optional' })).toHaveText([
      /^Industry/,
      /^Number of locations/,
      /^Interested package/,
      /^Message/,
    ]);
  });
});
