import { expect, test } from './fixtures';
import { fillToLastStep, leadForm, next, openForm, selectedPackage, visit } from './lead-form';

test.describe('the lead form left at its last step', () => {
  test.beforeEach(async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page, 'View Profile, Marisol Vega');
    await expect(form.getByText('About: Marisol Vega')).toBeVisible();
    await fillToLastStep(form, 'Looks Around');
    await form.getByLabel('Message').fill('Two desks.');
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
  });

  test('opens at the profile of another talent, with what was typed', async ({ page }) => {
    const other = page.getByRole('button', { name: /^View Profile, (?!Marisol)/ }).first();
    const name = (await other.getAttribute('aria-label'))?.replace('View Profile, ', '') ?? '';
    await other.click();
    const form = leadForm(page);
    await expect(form.getByText(`About: ${name}`)).toBeVisible();
    await expect(form.getByText('Company Information', { exact: true }).first()).toBeVisible();
    await expect(form.getByRole('group', { name: 'Company Information' })).toBeVisible();
    await expect(form.locator('details')).toHaveAttribute('open', '');
    await expect(form.getByLabel('Company name')).toHaveValue('Looks Around');
    await next(form);
    await expect(form.getByLabel('Email')).toHaveValue('olga@haldenskin.example');
    await next(form);
    await expect(form.getByLabel('Message')).toHaveValue('Two desks.');
  });

  test('opens at its first step for a package, with that package selected', async ({ page }) => {
    const form = await openForm(page, 'Select Light PM');
    await expect(form.getByRole('group', { name: 'Company Information' })).toBeVisible();
    await expect(form.getByText(/^About:/)).toHaveCount(0);
    await expect(form.getByLabel('Company name')).toHaveValue('Looks Around');
    await next(form);
    await next(form);
    await expect(selectedPackage(form)).toHaveText('Light PM ($300)');
  });

  test('opens at its first step from the plain contact button', async ({ page }) => {
    const form = await openForm(page, 'Contact Us');
    await expect(form.getByRole('group', { name: 'Company Information' })).toBeVisible();
    await expect(form.getByText(/^About:/)).toHaveCount(0);
    await expect(form.getByLabel('Company name')).toHaveValue('Looks Around');
  });

  test('opens at the profile of the same talent, with what was typed', async ({ page }) => {
    const form = await openForm(page, 'View Profile, Marisol Vega');
    await expect(form.getByText('About: Marisol Vega')).toBeVisible();
    await expect(form.getByRole('group', { name: 'Company Information' })).toBeVisible();
    await expect(form.locator('details')).toHaveAttribute('open', '');
    await expect(form.getByLabel('Company name')).toHaveValue('Looks Around');
    await next(form);
    await next(form);
    await expect(form.getByLabel('Message')).toHaveValue('Two desks.');
  });
});

test.describe('the lead form that was opened from no profile', () => {
  test('opens where it was left', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'Comes Back');
    await form.getByLabel('Message').fill('One desk.');
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
    await openForm(page);
    await expect(form.getByLabel('Message')).toHaveValue('One desk.');
    await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
  });
});
