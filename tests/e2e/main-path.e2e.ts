import { expect, test, withMotion } from './fixtures';
import { selectedPackage, visit } from './lead-form';

test.use(withMotion);

test('a lead submitted for a package on the home page reaches the admin area, changes status and is deleted', async ({
  page,
  server,
}) => {
  await visit(page, '/');
  await page.getByRole('button', { name: 'Select Full PM' }).click();

  const form = page.getByRole('dialog', { name: 'Get Started with Crewbridge' });
  await form.getByLabel('Company name').fill('Halden Skin Studios');
  await form.getByLabel('Your name').fill('Olga Brenner');
  await form.getByRole('button', { name: 'Next' }).click();
  await form.getByLabel('Email').fill('olga@haldenskin.example');
  await form.getByLabel('Phone').fill('+1 555 0100');
  await form.getByRole('button', { name: 'Next' }).click();
  await expect(selectedPackage(form)).toHaveText('Full PM ($1,000)');
  await form.getByLabel('Industry').selectOption('Beauty & MedSpa');
  await form.getByLabel('Number of locations').fill('4');
  await form.getByLabel('Message').fill('Front desk is alone from 11:30 to 3.');
  await form.getByRole('button', { name: 'Submit' }).click();

  const thanks = page.getByRole('dialog', { name: 'Thank You!' });
  await expect(thanks).toContainText('Full PM');
  await expect(thanks).toContainText('$1,000');
  await thanks.getByRole('button', { name: "We'll Contact You" }).click();
  await expect(thanks).toBeHidden();

  await server.smtp.find(({ to }) => to === 'olga@haldenskin.example');
  await server.smtp.find(({ subject }) => subject.includes('New lead: Halden Skin Studios'));

  await page.goto('/admin/login');
  await page.getByLabel('Password').fill(server.adminPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByText('You have 1 new leads to review.')).toBeVisible();

  await page.getByRole('link', { name: /^Leads/ }).click();
  await expect(page).toHaveURL(/\/admin\?tab=leads$/);
  const row = page.getByRole('row').filter({ hasText: 'Halden Skin Studios' });
  await expect(row).toContainText('olga@haldenskin.example');
  await expect(row).toContainText('Full PM');
  await expect(row).toContainText('new');

  await row.getByRole('button', { name: 'Edit Halden Skin Studios' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Lead Status' });
  await expect(dialog).toContainText('Olga Brenner');
  await expect(dialog).toContainText('Front desk is alone');
  await dialog.getByLabel('Status').selectOption('discovery_call');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Lead updated', { exact: true })).toBeVisible();
  await expect(row).toContainText('discovery call');

  await row.getByRole('button', { name: 'Delete Halden Skin Studios' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted successfully', { exact: true })).toBeVisible();
  await expect(row).toBeHidden();
});
