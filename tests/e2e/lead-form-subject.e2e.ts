import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { fillToLastStep, next, openForm, selectedPackage, visit } from './lead-form';

test.use({ sharedSite: 'demo content' });

async function expectFirstStep(form: Locator): Promise<void> {
  await expect(form.getByRole('group', { name: 'Company Information' })).toBeVisible();
  await expect(form.getByLabel('Company name')).toHaveValue('Looks Around');
}

test('lead form that was closed at its last step reopens at its first step about the chosen talent or package, and keeps the input', async ({
  page,
}) => {
  await visit(page, '/');
  const form = await openForm(page, 'View Profile, Marisol Vega');
  await expect(form.getByText('About: Marisol Vega')).toBeVisible();
  await fillToLastStep(form, 'Looks Around');
  await form.getByLabel('Message').fill('Two desks.');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form).toBeHidden();

  await openForm(page, 'View Profile, Marisol Vega');
  await expect(form.getByText('About: Marisol Vega')).toBeVisible();
  await expectFirstStep(form);
  await expect(form.locator('details')).toHaveAttribute('open', '');
  await form.getByRole('button', { name: 'Close' }).click();

  await openForm(page, 'Contact Us');
  await expectFirstStep(form);
  await expect(form.getByText(/^About:/)).toHaveCount(0);
  await form.getByRole('button', { name: 'Close' }).click();

  const other = page.getByRole('button', { name: /^View Profile, (?!Marisol)/ }).first();
  const name = (await other.getAttribute('aria-label'))?.replace('View Profile, ', '') ?? '';
  await other.click();
  await expect(form.getByText(`About: ${name}`)).toBeVisible();
  await expectFirstStep(form);
  await next(form);
  await expect(form.getByLabel('Email')).toHaveValue('olga@haldenskin.example');
  await next(form);
  await expect(form.getByLabel('Message')).toHaveValue('Two desks.');
  await form.getByRole('button', { name: 'Close' }).click();

  await openForm(page, 'Select Light PM');
  await expectFirstStep(form);
  await expect(form.getByText(/^About:/)).toHaveCount(0);
  await next(form);
  await next(form);
  await expect(selectedPackage(form)).toHaveText('Light PM ($300)');
});

test.describe('lead form that was opened from a profile on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 } });

  test('starts at the open profile, with the form below it', async ({ page }) => {
    await visit(page, '/talent');
    const form = await openForm(page, 'View Profile, Marisol Vega');
    await expect(form.getByText(/^Ran the front desk of four medspa locations/)).toBeInViewport();
    await expect(form.getByText('HIPAA privacy training', { exact: false })).toBeVisible();
    await expect(form.locator('summary')).toBeFocused();
    await form.getByLabel('Company name').fill('Reads First');
    await form.getByLabel('Your name').fill('Olga Brenner');
    await next(form);
    await expect(form.getByLabel('Email')).toBeInViewport();
  });
});
