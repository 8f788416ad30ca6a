import { dialogSelector, expectNoViolations } from './axe';
import { expect, measureOverhang, test } from './fixtures';
import { toast } from './lead-form';
import { createLead } from './leads';
import {
  findSection,
  openSettings,
  patchSettings,
  readSettings,
  saveSettings,
  unsavedBar,
  useDefaultSettings,
  viewports,
} from './settings';

useDefaultSettings();

test('settings open from the header, list their sections on a laptop and a phone, and save the changed fields only', async ({
  page,
  server,
}) => {
  await page.setViewportSize(viewports.laptop);
  await page.goto('/admin');
  const link = page.getByRole('banner').getByRole('link', { name: 'Settings' });
  await link.click();
  await expect(page).toHaveURL('/admin/settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(link).toHaveAttribute('aria-current', 'page');
  const sections = page.getByRole('navigation', { name: 'Settings' });
  const picker = page.getByRole('button', { name: /of \d+$/ });
  for (const [device, section] of [
    ['laptop', 'payments'],
    ['phone', 'contact'],
  ] as const) {
    await page.setViewportSize(viewports[device]);
    if (device === 'phone') await picker.click();
    await sections.getByRole('link', { name: section }).click();
    const heading = findSection(page, section).getByRole('heading', { level: 2 });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    if (device === 'phone') await expect(picker).toHaveAttribute('aria-expanded', 'false');
  }
  const contact = findSection(page, 'contact');
  await contact.getByLabel('Phone').fill('(512) 555-0148');
  await contact.getByLabel('Postal address').fill('1100 South Congress Avenue\nAustin');
  await expect(unsavedBar(page)).toContainText('2 changes not saved');
  await expect(unsavedBar(page)).toContainText('Phone, Postal address.');
  for (const device of ['laptop', 'phone'] as const) {
    await page.setViewportSize(viewports[device]);
    expect(await measureOverhang(page), device).toBe(0);
  }
  const request = page.waitForRequest((sent) => sent.method() === 'PATCH');
  await saveSettings(page);
  expect((await request).postDataJSON()).toEqual({
    phone: '(512) 555-0148',
    postalAddress: '1100 South Congress Avenue\nAustin',
  });
  await expect(toast(page)).toContainText('Settings saved');
  await expect(unsavedBar(page)).toHaveCount(0);
  await expect(contact.getByText(/^Last changed/)).toBeVisible();
  expect(await readSettings(server)).toMatchObject({ phone: { value: '(512) 555-0148' } });
});

test('changed settings mark a rejected field and move the focus there', async ({
  page,
  server,
}) => {
  await openSettings(page);
  const email = findSection(page, 'contact').getByLabel('Support email');
  await email.fill('nobody');
  await findSection(page, 'tracking').getByLabel('Google tag').fill('G-ABC123');
  await saveSettings(page);
  await expect(email).toBeFocused();
  await expect(page.getByText('Enter an email address, such as hello@example.com')).toBeVisible();
  await expect(unsavedBar(page)).toContainText('One needs your attention before saving.');
  await expectNoViolations(page);
  expect((await readSettings(server)).googleAnalyticsId).toMatchObject({ value: null });

  await email.fill('desk@puente.example');
  await saveSettings(page);
  await expect(toast(page)).toContainText('Settings saved');
  expect(await readSettings(server)).toMatchObject({
    supportEmail: { value: 'desk@puente.example' },
    googleAnalyticsId: { value: 'G-ABC123' },
  });
});

test('a setting that the environment sets is shown with the name of its variable, and without a secret value', async ({
  page,
}) => {
  await openSettings(page);
  const mail = findSection(page, 'mail');
  const host = mail.getByRole('group', { name: 'Server' });
  await expect(host).toContainText('127.0.0.1');
  await expect(host).toContainText('Set by the server');
  await expect(host).toContainText(
    'Only the person who runs your server can change this (SMTP_URL).',
  );
  await expect(mail.getByRole('group', { name: 'Tell these people' })).toContainText(
    'owner@crew.example',
  );
  await expect(
    findSection(page, 'security').getByRole('group', { name: 'Password' }),
  ).toContainText('ADMIN_PASSWORD');
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0);
});

test('a secret is never shown again, and can be replaced and removed', async ({ page, server }) => {
  await openSettings(page);
  const payments = findSection(page, 'payments');
  // The group of a saved key has the same label.
  const input = payments.getByLabel('Secret key').and(page.locator('input'));
  await input.fill('sk_test_first_key_of_1234');
  await saveSettings(page);
  await expect(toast(page)).toContainText('Settings saved');
  const secret = payments.getByRole('group', { name: 'Secret key' });
  await expect(secret).toContainText('Saved ends in 1234');
  expect(await page.content()).not.toContain('sk_test_first');

  await secret.getByRole('button', { name: 'Replace' }).click();
  await expect(input).toBeFocused();
  await expect(input).toHaveValue('');
  await expect(unsavedBar(page)).toHaveCount(0);
  await input.fill('pk_test_wrong');
  await saveSettings(page);
  await expect(payments.getByText('The secret key starts with sk_ or rk_')).toBeVisible();
  await payments.getByRole('button', { name: 'Cancel' }).click();
  await expect(secret).toContainText('Saved');

  await secret.getByRole('button', { name: 'Remove' }).click();
  await expect(secret).toContainText('Removed when you save');
  await saveSettings(page);
  await expect(input).toHaveValue('');
  expect((await readSettings(server)).stripeSecretKey).toMatchObject({ isSet: false });
});

test('connection tests send an email to the owner, and say what to do when they fail', async ({
  page,
  server,
}) => {
  await openSettings(page);
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(findSection(page, 'mail').getByRole('status')).toContainText(
    'Sent to owner@crew.example.',
  );
  await server.smtp.find(
    ({ to, subject }) => to === 'owner@crew.example' && subject === 'Crewbridge: test email',
  );
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(findSection(page, 'payments').getByRole('status')).toContainText(
    'Enter all three keys and save them first.',
  );
});

test('keyboard shortcuts are turned off in the settings, for the whole admin area', async ({
  page,
}) => {
  await openSettings(page);
  const search = page.getByRole('searchbox', { name: 'Find a setting' });
  await expect(search).toHaveAttribute('aria-keyshortcuts', '/');
  await findSection(page, 'leads').getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await saveSettings(page);
  await expect(toast(page)).toContainText('Settings saved');
  await expect(search).not.toHaveAttribute('aria-keyshortcuts');
  await page.keyboard.press('/');
  await expect(search).not.toBeFocused();
  await page.goto('/admin?tab=leads');
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toBeVisible();
  for (const key of ['?', '/', '2']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).not.toBeFocused();
  await expect(page).toHaveURL(/tab=leads$/);
});

test('reasons why leads are lost are offered as the owner has changed them', async ({
  page,
  server,
}) => {
  const { id } = await createLead(server, { companyName: 'Moved Away' });
  await openSettings(page);
  const section = findSection(page, 'leads');
  await section.getByRole('button', { name: 'Remove Not a fit' }).click();
  await section.getByLabel('Reasons why leads are lost').fill('Left the country,');
  await saveSettings(page);
  await expect(toast(page)).toContainText('Settings saved');
  await page.goto(`/admin/leads/${id}`);
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('button', { name: /^closed lost/ })
    .click();
  const reason = page.getByRole('dialog').getByLabel('Why was it lost?');
  await expect(reason.getByRole('option')).toHaveText([
    'Choose a reason',
    ...['Too expensive', 'Hired in house', 'No reply', 'Not now', 'Left the country'],
  ]);
});

test('settings that someone else changed are shown beside the owner’s, and neither is overwritten without a choice', async ({
  page,
  server,
}) => {
  await openSettings(page);
  const contact = findSection(page, 'contact');
  await contact.getByLabel('Phone').fill('(512) 555-0190');
  await patchSettings(server, { phone: '(512) 555-0111', postalAddress: 'Austin' });
  await saveSettings(page);
  const dialog = page.getByRole('dialog', { name: /^Someone else changed these settings/ });
  await expect(dialog.getByRole('group', { name: 'Phone' })).toContainText('(512) 555-0111');
  await expectNoViolations(page, { within: dialogSelector });
  await dialog
    .getByRole('group', { name: 'Phone' })
    .getByRole('radio', { name: /^Keep mine/ })
    .check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Settings saved');
  await expect(contact.getByLabel('Postal address')).toHaveValue('Austin');
  expect(await readSettings(server)).toMatchObject({
    phone: { value: '(512) 555-0190' },
    postalAddress: { value: 'Austin' },
  });
});

test('history of a section shows what changed, but no secret, and restores an earlier version', async ({
  page,
  server,
}) => {
  await patchSettings(server, { phone: '(512) 555-0148', stripeSecretKey: 'sk_test_first' });
  await patchSettings(server, { phone: '(512) 555-0190', stripeSecretKey: 'sk_test_second' });
  await openSettings(page);
  await page.getByRole('button', { name: 'History of Payments' }).click();
  const payments = page.getByRole('dialog', { name: 'History: Payments' });
  await expect(payments.getByRole('listitem').first()).toContainText('replaced');
  await expect(payments).not.toContainText('sk_test');
  await page.keyboard.press('Escape');
  await expect(payments).toBeHidden();
  const contact = findSection(page, 'contact');
  await contact.getByRole('button', { name: 'History of Contact' }).click();
  const history = page.getByRole('dialog', { name: 'History: Contact' });
  const entries = history.getByRole('listitem');
  await expect(entries.first()).toContainText('(512) 555-0148');
  await expect(entries.first()).toContainText('(512) 555-0190');
  await expectNoViolations(page, { within: dialogSelector });
  await entries
    .nth(1)
    .getByRole('button', { name: /^Restore this version/ })
    .click();
  await page
    .getByRole('alertdialog', { name: 'Restore this version?' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(toast(page)).toContainText('Version restored');
  await expect(contact.getByLabel('Phone')).toHaveValue('(512) 555-0148');
  expect((await readSettings(server)).phone).toMatchObject({ value: '(512) 555-0148' });
});

test.describe('a mail server of the owner', () => {
  test.use({ settings: { SMTP_URL: '' } });

  test('needs its password again when an earlier version has another port, as its history says', async ({
    page,
    server,
  }) => {
    const account = { smtpHost: 'smtp.example.com', smtpPassword: 'hidden-password' };
    await patchSettings(server, { ...account, smtpPort: 587 });
    await patchSettings(server, { ...account, smtpPort: 465 });
    await openSettings(page);
    await page.getByRole('button', { name: 'History of Mail' }).click();
    const restore = page.getByRole('button', { name: /^Restore this version/ }).first();
    await restore.click();
    const question = page.getByRole('alertdialog', { name: 'Restore this version?' });
    await expect(question).toContainText('the mail password is removed');
    await question.getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page)).toContainText('Enter the mail password again');
    expect((await readSettings(server)).smtpPassword).toMatchObject({ isSet: false });
  });
});

test('search for a setting shows only the fields and sections that match', async ({ page }) => {
  await openSettings(page);
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('phone');
  await expect(findSection(page, 'contact').getByLabel('Phone')).toBeVisible();
  await expect(findSection(page, 'contact').getByLabel('Support email')).toBeHidden();
  await expect(findSection(page, 'payments')).toBeHidden();
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('xylophone');
  await expect(page.getByText('No setting matches. Try another word.')).toBeVisible();
});
