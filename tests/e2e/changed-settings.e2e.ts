import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminPassword } from '../support/api-client';
import { samplePicture } from '../support/pictures';
import { temporaryFolder } from '../support/temporary-folder';
import { expect, test } from './fixtures';
import { holdNextResponse } from './hold-requests';
import { sendForm, thankYouDialog, toast, visit } from './lead-form';
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

test.describe('unsaved settings', () => {
  test('can be discarded, and are not lost to Back or a link in the header without confirmation', async ({
    page,
  }) => {
    const phone = findSection(page, 'contact').getByLabel('Phone');
    const number = '(512) 555-0148';
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    const pressInHeader = (name: string) =>
      page.getByRole('banner').getByRole('link', { name }).click();
    await page.goto('/admin');
    await pressInHeader('Settings');
    await phone.fill(number);
    await page.waitForFunction(() => history.state?.unsavedForm);
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL('/admin');

    await pressInHeader('Settings');
    await phone.fill(number);
    await pressInHeader('Calls');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(phone).toHaveValue(number);
    await unsavedBar(page).getByRole('button', { name: 'Discard' }).click();
    await expect(phone).toHaveValue('');
    await expect(unsavedBar(page)).toHaveCount(0);
    await phone.fill(number);
    await pressInHeader('Calls');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL('/admin?tab=calls');
  });

  test('stay in the form when a restore ends after its question was closed', async ({
    page,
    server,
  }) => {
    const [phone, supportEmail] = ['(512) 555-0148', 'first@example.com'];
    await patchSettings(server, { phone, supportEmail });
    await patchSettings(server, { phone: '(512) 555-0190', supportEmail: 'second@example.com' });
    await openSettings(page);
    const contact = findSection(page, 'contact');
    await contact.getByRole('button', { name: 'History of Contact' }).click();
    const history = page.getByRole('dialog', { name: 'History: Contact' });
    await history
      .getByRole('button', { name: /^Restore this version/ })
      .first()
      .click();
    const response = await holdNextResponse(page, '**/api/settings/contact/restore');
    const question = page.getByRole('alertdialog', { name: 'Restore this version?' });
    await question.getByRole('button', { name: 'Restore' }).click();
    await response.read;
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(history).toBeHidden();
    await contact.getByLabel('Phone').fill('(512) 555-0177');
    await response.release();
    await expect(toast(page)).toContainText('Version restored');
    await expect(contact.getByLabel('Support email')).toHaveValue(supportEmail);
    await expect(contact.getByLabel('Phone')).toHaveValue('(512) 555-0177');
  });
});

test.describe('unsaved settings that someone else has saved', () => {
  test('are not saved over theirs without a choice after another section was restored', async ({
    page,
    server,
  }) => {
    await patchSettings(server, { businessName: 'Puente' });
    await patchSettings(server, { businessName: 'Halden' });
    await openSettings(page);
    const phone = findSection(page, 'contact').getByLabel('Phone');
    await phone.fill('(512) 555-0111');
    await patchSettings(server, { phone: '(512) 555-0122' });
    await page.getByRole('button', { name: 'History of Business' }).click();
    const entries = page.getByRole('dialog', { name: 'History: Business' }).getByRole('listitem');
    await entries
      .nth(1)
      .getByRole('button', { name: /^Restore this version/ })
      .click();
    const question = page.getByRole('alertdialog', { name: 'Restore this version?' });
    await question.getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page)).toContainText('Version restored');
    await expect(findSection(page, 'business').getByLabel('Business name')).toHaveValue('Puente');
    await expect(phone).toHaveValue('(512) 555-0111');
    await saveSettings(page);
    const conflict = page.getByRole('dialog', { name: /^Someone else changed these settings/ });
    await expect(conflict.getByRole('group')).toHaveCount(1);
    await expect(conflict.getByRole('group', { name: 'Phone' })).toContainText('(512) 555-0122');
    expect(await readSettings(server)).toMatchObject({ phone: { value: '(512) 555-0122' } });
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText('Settings saved');
    expect(await readSettings(server)).toMatchObject({
      phone: { value: '(512) 555-0111' },
      businessName: { value: 'Puente' },
    });
  });
});

test.describe('lead values', () => {
  test('are stored by package, and reject what is not a number', async ({ page, server }) => {
    await openSettings(page);
    const value = page.getByLabel('No package named');
    await value.fill('fifty');
    await saveSettings(page);
    await expect(page.getByText('Enter a number')).toBeVisible();
    await expect(value).toBeFocused();
    await value.fill('50');
    await saveSettings(page);
    await expect(toast(page)).toContainText('Settings saved');
    expect((await readSettings(server)).leadValues).toMatchObject({ value: { none: 50 } });
  });
});

test.describe('the owner’s contact on the site', () => {
  const contact = {
    phone: '(512) 555-0148',
    postalAddress: '1100 South Congress Avenue\nAustin, TX 78704',
    socialLinks: ['https://linkedin.com/company/puente'],
  };

  test('is in the footer, the contact section, the menu and the confirmation of an inquiry', async ({
    page,
    server,
  }) => {
    await patchSettings(server, contact);
    await page.setViewportSize(viewports.phone);
    await visit(page, '/');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('1100 South Congress Avenue');
    await expect(footer.getByRole('link', { name: 'linkedin.com/company/puente' })).toHaveAttribute(
      'href',
      'https://linkedin.com/company/puente',
    );
    await page.getByRole('banner').getByLabel('Menu').first().click();
    for (const place of [footer, page.locator('#contact'), page.getByRole('banner')]) {
      await expect(place.getByRole('link', { name: contact.phone })).toHaveAttribute(
        'href',
        'tel:5125550148',
      );
    }
    await page.keyboard.press('Escape');
    await sendForm(page, 'Puente');
    await expect(thankYouDialog(page).getByRole('link', { name: contact.phone })).toHaveAttribute(
      'href',
      'tel:5125550148',
    );
  });

  test('appears when the owner goes from the settings to the site, and not before it is set', async ({
    page,
  }) => {
    await page.setViewportSize(viewports.laptop);
    await page.goto('/');
    await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
    await expect(page.getByRole('contentinfo').locator('address')).toBeHidden();
    await openSettings(page);
    await findSection(page, 'contact').getByLabel('Phone').fill(contact.phone);
    await saveSettings(page);
    await expect(toast(page)).toContainText('Settings saved');
    await page.getByRole('banner').getByRole('link', { name: 'View site' }).click();
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: contact.phone }),
    ).toBeVisible();
  });
});

test.describe('the name of the business', () => {
  test('changes in the admin area as soon as the settings are left, also by Back', async ({
    page,
  }) => {
    await page.goto('/admin?tab=calls');
    for (const [name, leave] of [
      ['Puente', () => page.goBack()],
      ['Halden', () => page.getByRole('banner').getByRole('link', { name: 'Calls' }).click()],
    ] as const) {
      await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
      await findSection(page, 'business').getByLabel('Business name').fill(name);
      await saveSettings(page);
      await expect(toast(page)).toContainText('Settings saved');
      await leave();
      await expect(page).toHaveTitle(new RegExp(`Calls · ${name}$`));
      await expect(page).toHaveURL('/admin?tab=calls');
    }
  });
});

test.describe('the owner’s logo', () => {
  test('replaces the drawn mark in the header and footer', async ({ page }) => {
    await openSettings(page);
    const field = findSection(page, 'business').getByRole('group', { name: /^Logo/ });
    const chooser = page.waitForEvent('filechooser');
    await field.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({
      name: 'logo.jpg',
      mimeType: 'image/jpeg',
      buffer: await samplePicture(),
    });
    await expect(toast(page)).toContainText('Logo uploaded');
    await saveSettings(page);
    await expect(toast(page)).toContainText('Settings saved');
    await page.goto('/');
    for (const place of ['banner', 'contentinfo'] as const) {
      const home = page.getByRole(place).getByRole('link', { name: 'Crewbridge, home' });
      await expect(home.locator('img')).toBeVisible();
      await expect(home.locator('svg')).toHaveCount(0);
    }
  });
});

test.describe('the admin password', () => {
  test.use({
    settings: async ({}, use) => {
      const data = temporaryFolder();
      process.once('exit', data.remove);
      // As if the server had generated it.
      writeFileSync(join(data.path, 'admin-password'), `${adminPassword}\n`);
      await use({ ADMIN_PASSWORD: '', DATA_DIR: data.path });
    },
  });

  test('is changed after entering the current one, and other sessions end', async ({
    page,
    server,
  }) => {
    const newPassword = 'quartz umbrella ferry notebook';
    await openSettings(page);
    const form = page.getByRole('form', { name: 'Change password' });
    const current = form.getByLabel('Current password');
    await current.fill('wrong');
    await form.getByLabel('New password').fill(newPassword);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByText('Invalid password')).toBeVisible();
    await expect(current).toBeFocused();

    await current.fill(adminPassword);
    await form.getByLabel('New password').fill('password');
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByText(/^The new password must have at least/)).toBeVisible();
    await expect(form.getByRole('status')).toContainText('Not strong enough');

    await form.getByLabel('New password').fill(newPassword);
    await expect(form.getByRole('status')).toHaveText(
      'Strong. Not on the list of common passwords.',
    );
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(toast(page)).toContainText('Password changed');
    await expect(current).toHaveValue('');
    expect((await server.api.get('/api/leads')).status).toBe(401);
    await server.api.signIn(newPassword);
  });
});
