import { expect, test } from './fixtures';
import {
  fetchStoredLeads,
  fillToLastStep,
  next,
  openForm,
  selectedPackage,
  submit,
  thankYouDialog,
  visit,
} from './lead-form';

test('the form has three steps, each with its title and its circle', async ({ page }) => {
  await visit(page, '/');
  const form = await openForm(page);
  const steps = form.getByRole('listitem');
  const current = form.locator('[aria-current="step"]');

  await expect(steps).toHaveText(['1Company Information', '2Contact Information', '3Tell Us More']);
  await expect(current).toHaveText('1Company Information');
  await expect(form.getByRole('group', { name: 'Company Information' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Previous' })).toHaveCount(0);

  await form.getByLabel('Company name').fill('Three Circles');
  await form.getByLabel('Your name').fill('Olga Brenner');
  await next(form);
  await expect(current).toHaveText('2Contact Information');
  await expect(form.getByRole('group', { name: 'Contact Information' })).toBeVisible();
  await expect(steps.first()).toHaveText('Company Information, done');

  await form.getByLabel('Email').fill('olga@haldenskin.example');
  await next(form);
  await expect(current).toHaveText('3Tell Us More');
  await expect(form.getByRole('group', { name: 'Tell Us More' })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Next' })).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();
});

test('the second step needs a company and a name', async ({ page }) => {
  await visit(page, '/');
  const form = await openForm(page);
  const company = form.getByLabel('Company name');
  const name = form.getByLabel('Your name');
  await expect(company).toBeFocused();

  await next(form);
  for (const field of [company, name]) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription('Required');
  }
  await expect(form.getByText('Required', { exact: true })).toHaveCount(2);
  await expect(company).toBeFocused();

  await company.fill('Needs A Name');
  await expect(company).not.toHaveAttribute('aria-invalid');
  await name.fill('   ');
  await next(form);
  await expect(name).toBeFocused();
  await expect(form.getByText('Required', { exact: true })).toHaveCount(1);

  await name.fill('Olga Brenner');
  await next(form);
  await expect(form.getByLabel('Email')).toBeFocused();
});

test('the third step needs a valid email address, and no phone', async ({ page }) => {
  await visit(page, '/');
  const form = await openForm(page);
  await form.getByLabel('Company name').fill('Needs An Email');
  await form.getByLabel('Your name').fill('Olga Brenner');
  await next(form);

  const email = form.getByLabel('Email');
  for (const wrong of ['', 'olga', 'olga@', 'olga@halden skin.example', '@haldenskin.example']) {
    await email.fill(wrong);
    await next(form);
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await expect(email).toBeFocused();
  }
  await email.fill('olga@haldenskin.example');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await email.press('Enter');
  await expect(form.getByLabel('Industry')).toBeVisible();
});

test('Previous goes back and keeps every answer', async ({ page }) => {
  await visit(page, '/');
  const form = await openForm(page);
  await fillToLastStep(form, 'There And Back');
  await form.getByLabel('Industry').selectOption('Retail');
  await form.getByLabel('Number of locations').fill('7');
  await form.getByLabel('Message').fill('Two desks.');

  await form.getByRole('button', { name: 'Previous' }).click();
  await expect(form.getByLabel('Email')).toHaveValue('olga@haldenskin.example');
  await form.getByRole('button', { name: 'Previous' }).click();
  await expect(form.getByLabel('Company name')).toHaveValue('There And Back');
  await expect(form.getByLabel('Your name')).toHaveValue('Olga Brenner');

  await next(form);
  await next(form);
  await expect(form.getByLabel('Industry')).toHaveValue('Retail');
  await expect(form.getByLabel('Number of locations')).toHaveValue('7');
  await expect(form.getByLabel('Message')).toHaveValue('Two desks.');
});

for (const name of ['Light PM', 'Full PM', 'Network']) {
  test(`the card of ${name} opens the form with that package chosen`, async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page, `Select ${name}`);
    await fillToLastStep(form, `Chose ${name}`);
    await expect(selectedPackage(form)).toHaveText(new RegExp(`^${name}`));
  });
}

test('the third step offers the packages with their prices, and the industries', async ({
  page,
}) => {
  await visit(page, '/');
  const form = await openForm(page);
  await fillToLastStep(form, 'What Is There');
  const choices = (label: string) => form.getByLabel(label).locator('option:not([value=""])');
  await expect(form.getByLabel('Interested package')).toHaveValue('');
  await expect(choices('Interested package')).toHaveText([
    'Light PM ($300)',
    'Full PM ($1,000)',
    'Not sure',
  ]);
  await expect(choices('Industry')).toHaveText([
    'Beauty & MedSpa',
    'Fitness',
    'Retail',
    'Healthcare',
    'Other',
  ]);
});

test('the number of locations is a whole number from 1, or nothing', async ({ page, server }) => {
  await visit(page, '/');
  const form = await openForm(page);
  await fillToLastStep(form, 'How Many');
  const locations = form.getByLabel('Number of locations');
  for (const wrong of ['0', '-3', '2.5', 'many']) {
    await locations.fill(wrong);
    await submit(form);
    await expect(locations).toHaveAccessibleDescription('Please enter a whole number, 1 or more');
    await expect(locations).toBeFocused();
  }
  await locations.fill(' 12 ');
  await submit(form);
  await expect(thankYouDialog(page)).toBeVisible();
  expect(await fetchStoredLeads(server, 'How Many')).toMatchObject([{ numberOfLocations: 12 }]);

  await thankYouDialog(page).getByRole('button', { name: "We'll Contact You" }).click();
  await openForm(page);
  await fillToLastStep(form, 'However Many');
  await submit(form);
  await expect(thankYouDialog(page)).toBeVisible();
  expect(await fetchStoredLeads(server, 'However Many')).toMatchObject([
    { numberOfLocations: null, industry: null, phone: null, message: null },
  ]);
});

test('an enquiry from a talent’s profile says whom it is about', async ({ page, server }) => {
  await visit(page, '/talent');
  const form = await openForm(page, 'View Profile, Marisol Vega');
  await expect(form.getByText('About: Marisol Vega')).toBeVisible();
  await fillToLastStep(form, 'Asks For Marisol');
  await expect(form.getByText('About: Marisol Vega')).toBeVisible();
  await form.getByLabel('Message').fill('When could she start?');
  await submit(form);
  await expect(thankYouDialog(page)).toBeVisible();

  const [lead] = await fetchStoredLeads(server, 'Asks For Marisol');
  expect(lead?.message).toMatch(/^About: Marisol Vega, .+\n\nWhen could she start\?$/);
});

test('the form closes by Escape and by Close, and gives the focus back', async ({ page }) => {
  await visit(page, '/');
  const opener = page.getByRole('button', { name: 'Select Light PM' });
  const form = await openForm(page, 'Select Light PM');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(opener).toBeFocused();

  await opener.press('Enter');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the focus stays inside of the open form', async ({ page }) => {
  await visit(page, '/');
  const form = await openForm(page);
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(form.locator(':focus')).toHaveCount(1);
  }
});

test('what was typed survives closing the form, and a reload', async ({ page }) => {
  await visit(page, '/');
  const form = await openForm(page);
  await fillToLastStep(form, 'Interrupted');
  await form.getByLabel('Message').fill('The phone rang.');
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(form).toBeHidden();
  await openForm(page);
  await expect(form.getByLabel('Message')).toHaveValue('The phone rang.');

  await page.reload();
  await visit(page, '/');
  await openForm(page, 'Select Full PM');
  await expect(form.getByLabel('Company name')).toHaveValue('Interrupted');
  await expect(form.getByLabel('Your name')).toHaveValue('Olga Brenner');
  await next(form);
  await expect(form.getByLabel('Email')).toHaveValue('olga@haldenskin.example');
  await next(form);
  await expect(form.getByLabel('Message')).toHaveValue('The phone rang.');
  await expect(selectedPackage(form)).toHaveText('Full PM ($1,000)');
});
