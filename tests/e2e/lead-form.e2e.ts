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

test.describe('lead form', () => {
  test('has three steps, each with a title and a progress marker', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    const steps = form.getByRole('listitem');
    const current = form.locator('[aria-current="step"]');

    await expect(steps).toHaveText([
      '1Company Information',
      '2Contact Information',
      '3Tell Us More',
    ]);
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

  test('requires a company and a name before the second step', async ({ page }) => {
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

  test('remarks that a text is no phone number, and accepts it', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await form.getByLabel('Company name').fill('Calls Nobody');
    await form.getByLabel('Your name').fill('Olga Brenner');
    await next(form);
    await form.getByLabel('Email').fill('olga@haldenskin.example');
    const phone = form.getByLabel('Phone');
    const remark = form.getByText('This doesn’t look like a phone number.');
    await phone.fill('512 555');
    await expect(remark).toHaveCount(0);
    await form.getByLabel('Email').focus();
    await expect(remark).toBeVisible();
    await phone.fill('512 555 0148');
    await expect(remark).toHaveCount(0);
    await phone.fill('call me maybe');
    await expect(remark).toBeVisible();
    await expect(phone).not.toHaveAttribute('aria-invalid');
    await next(form);
    await expect(form.getByLabel('Industry')).toBeVisible();
  });

  test('requires a valid email address but no phone before the third step', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await form.getByLabel('Company name').fill('Needs An Email');
    await form.getByLabel('Your name').fill('Olga Brenner');
    await next(form);

    const email = form.getByLabel('Email');
    for (const invalid of [
      '',
      'olga',
      'olga@',
      'olga@halden skin.example',
      '@haldenskin.example',
    ]) {
      await email.fill(invalid);
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

  test('goes back with Previous and keeps every value', async ({ page }) => {
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

  test('offers the packages with their prices and the industries in the third step', async ({
    page,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'What Is There');
    const getOptions = (label: string) => form.getByLabel(label).locator('option:not([value=""])');
    await expect(form.getByLabel('Interested package')).toHaveValue('');
    await expect(getOptions('Interested package')).toHaveText([
      'Light PM ($300)',
      'Full PM ($1,000)',
      'Not sure',
    ]);
    await expect(getOptions('Industry')).toHaveText([
      'Beauty & MedSpa',
      'Fitness',
      'Retail',
      'Healthcare',
      'Other',
    ]);
  });

  test('accepts a whole number of locations from 1, or none', async ({ page, server }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'How Many');
    const locations = form.getByLabel('Number of locations');
    for (const invalid of ['0', '-3', '2.5', 'many']) {
      await locations.fill(invalid);
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

  test("names the talent when it is opened from a profile, and in the lead's message", async ({
    page,
    server,
  }) => {
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

  test('closes on Escape and on Close and returns the focus to its button', async ({ page }) => {
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

  test('traps the focus while it is open', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      await expect(form.locator(':focus')).toHaveCount(1);
    }
  });

  test('keeps the input after it is closed and after a reload', async ({ page }) => {
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
});

test.describe('lead form of a site without packages', () => {
  test.use({ settings: { DEMO_CONTENT: 'false' } });

  test('asks about no package', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'No Packages');
    await expect(form.getByLabel('Interested package')).toHaveCount(0);
  });
});
