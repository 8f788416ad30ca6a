import type { Locator, Page } from '@playwright/test';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { fillFields, getChips, type ItemFormOnPage, openEdit, openNew } from './item-forms';
import { toast } from './lead-form';

test.beforeEach(({ signIn }) => signIn());

/** What is said of each of the named fields. */
async function expectFaults(form: ItemFormOnPage, faults: Record<string, string>): Promise<void> {
  for (const [label, message] of Object.entries(faults)) {
    await expect(form.field(label), label).toHaveAccessibleDescription(new RegExp(`^${message}`));
  }
  await expect(form.dialog.locator('.err')).toHaveCount(Object.keys(faults).length);
}

test('a talent must have what the specification asks for', async ({ page }) => {
  const form = await openNew(page, 'talents');
  await form.field('Status').selectOption('');
  await form.field('Years of experience').fill('-1');
  await form.button('Create').click();
  await expectFaults(form, {
    Name: 'Name is required',
    Title: 'Title is required',
    Role: 'Role is required',
    Seniority: 'Seniority level is required',
    'Years of experience': 'Must be 0 or greater',
    Status: 'Status is required',
    Skills: 'At least one skill is required',
    Industries: 'At least one industry is required',
    Tools: 'At least one tool is required',
  });
  await expect(form.field('Name')).toBeFocused();

  // A message goes as soon as it is no longer true, and the next wrong field has the focus then.
  await form.field('Name').fill('Ana');
  await form.field('Skills').fill(' , ,');
  await expect(form.field('Name')).not.toHaveAccessibleDescription(/required/);
  await form.button('Create').click();
  await expect(form.field('Title')).toBeFocused();
  await expect(form.field('Skills')).toHaveAccessibleDescription(/^At least one skill/);
  await form.field('Years of experience').fill('soon');
  await expect(form.field('Years of experience')).toHaveAccessibleDescription(
    'Enter a whole number',
  );
});

test('a case study must have what the specification asks for', async ({ page }) => {
  const form = await openNew(page, 'case-studies');
  await form.button('Create').click();
  await expectFaults(form, {
    'Client name': 'Client name is required',
    Industry: 'Industry is required',
    Title: 'Title is required',
    Description: 'Description is required',
  });
  await expect(form.field('Client name')).toBeFocused();
});

test('a package and a stat must have a text in each required field', async ({ page }) => {
  const offer = await openNew(page, 'packages');
  await offer.button('Create').click();
  await expectFaults(offer, { Name: 'Name is required', Description: 'Description is required' });

  const stat = await openNew(page, 'stats');
  await stat.field('Display order optional').fill('first');
  await stat.button('Create').click();
  await expectFaults(stat, {
    Value: 'Value is required',
    Label: 'Label is required',
    'Display order optional': 'Enter a whole number',
  });
});

test('a talent offers the roles, levels and statuses of the specification', async ({ page }) => {
  const form = await openNew(page, 'talents');
  const options = (label: string) => form.field(label).locator('option:not([value=""])');
  await expect(options('Role')).toHaveText([
    'Executive Assistant',
    'Operations Manager',
    'Receptionist',
  ]);
  await expect(options('Seniority')).toHaveText(['Junior', 'Mid-Level', 'Senior']);
  await expect(options('Status')).toHaveText(['available', 'assigned', 'in training']);
  await expect(form.field('Status')).toHaveValue('available');
  await expect(form.field('Years of experience')).toHaveValue('0');
});

/** Puts a text on the clipboard by the paste that the page gets of it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

test('a list is typed with commas, pasted whole, and taken back chip by chip', async ({ page }) => {
  const form = await openNew(page, 'talents');
  const skills = form.field('Skills');
  const chips = getChips(form, 'Skills');
  await skills.pressSequentially('Calendar, Payroll,');
  await expect(chips).toHaveText(['Calendar', 'Payroll']);
  await expect(skills).toHaveValue('');

  // Repetitions are one, and Enter ends an entry without sending the form.
  await skills.pressSequentially('payroll,');
  await skills.pressSequentially('SOPs');
  await skills.press('Enter');
  await expect(chips).toHaveText(['Calendar', 'Payroll', 'SOPs']);
  await expect(form.dialog.locator('.err')).toHaveCount(0);

  await paste(page, 'Zapier, , Inventory\nOrdering');
  await expect(chips).toHaveText([
    'Calendar',
    'Payroll',
    'SOPs',
    'Zapier',
    'Inventory',
    'Ordering',
  ]);
  await skills.press('Backspace');
  await expect(chips).toHaveCount(5);
  await expect(form.dialog.getByText('Removed: Ordering')).toBeAttached();
  await form.button('Remove Payroll').click();
  await expect(chips).toHaveText(['Calendar', 'SOPs', 'Zapier', 'Inventory']);
  await expect(skills).toBeFocused();
});

test('the words that visitors filter by are added at a press', async ({ page }) => {
  const form = await openNew(page, 'talents');
  await form.button('Add Google Workspace').click();
  await expect(getChips(form, 'Tools')).toHaveText(['Google Workspace']);
  await expect(form.button('Add Google Workspace')).toHaveCount(0);
  await expect(form.field('Tools')).toBeFocused();
  // As the filter writes it, however it is typed.
  await form.field('Tools').pressSequentially('hubspot,');
  await form.field('Industries').pressSequentially('medspa,');
  await expect(getChips(form, 'Tools')).toHaveText(['Google Workspace', 'HubSpot']);
  await expect(getChips(form, 'Industries')).toHaveText(['MedSpa']);
});

test('what is typed into a list and not finished counts', async ({ page, server }) => {
  const [id] = await fillList(server, adminList('talents'), ['Marisol Vega']);
  const form = await openEdit(page, 'talents', 'Marisol Vega');
  await form.field('Skills').pressSequentially('Inventory');
  await expect(form.preview.getByText('Inventory')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(toast(page)).toContainText('Talent updated');
  const { body } = await server.api.get(`/api/talents/${id}`);
  expect(body).toMatchObject({ skills: ['Front desk', 'Spanish & English', 'Inventory'] });
});

test('the price says what visitors will see', async ({ page, server }) => {
  const [id] = await fillList(server, adminList('packages'), ['Full PM']);
  const form = await openEdit(page, 'packages', 'Full PM');
  const price = form.field('Price optional');
  await expect(price).toHaveAccessibleDescription('Visitors see $1,000 one-time.');
  await expect(form.preview).toContainText('$1,000');
  await price.fill('');
  await expect(price).toHaveAccessibleDescription('No price is shown.');
  await price.fill('on request');
  await expect(price).toHaveAccessibleDescription('This is not a number, so no price is shown.');
  await expect(form.preview).not.toContainText('one-time');
  await form.button('Save changes').click();
  await expect(toast(page)).toContainText('Package updated');
  expect((await server.api.get(`/api/packages/${id}`)).body).toMatchObject({ price: null });
});

test('the icon picker shows eight icons, and the arrow keys go through them', async ({ page }) => {
  const form = await openNew(page, 'stats');
  const icons = form.dialog.getByRole('group', { name: 'Icon' }).getByRole('radio');
  await expect(icons).toHaveCount(8);
  await expect(form.dialog.locator('fieldset svg')).toHaveCount(8);
  await form.field('Label').press('Tab');
  await expect(form.field('Clock')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(form.field('People')).toBeChecked();
  const drawing = (icon: Locator) => icon.locator('path').first().getAttribute('d');
  const chosen = form.dialog.locator('label:has(input[value="Users"]) svg');
  expect(await drawing(form.preview.locator('svg').first())).toBe(await drawing(chosen));
});

test('the preview is the card of the site, follows the typing, and takes no press', async ({
  page,
  server,
}) => {
  await fillList(server, adminList('talents'), ['Marisol Vega']);
  const form = await openEdit(page, 'talents', 'Marisol Vega');
  const card = form.preview.locator('article.tc');
  await expect(card).toContainText('7 years');
  await fillFields(form, { Name: 'Marisol V.', 'Years of experience': '1' });
  await form.field('Role').selectOption('Operations Manager');
  await expect(card).toContainText('Marisol V.');
  await expect(card).toContainText('1 year of experience');
  await expect(card).toContainText('Operations Manager');
  await expect(form.preview.getByText('Live preview, as the site shows it')).toBeVisible();
  const bookmark = card.getByRole('button', { name: /^Shortlist/, includeHidden: true });
  expect(await bookmark.evaluate((button) => button.closest('[inert]') !== null)).toBe(true);
});

test('on a phone the preview is behind a button, and a wrong field leads back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  const form = await openNew(page, 'packages');
  await form.field('Name').fill('Light PM');
  await expect(form.preview).toBeHidden();
  await form.button('Preview').click();
  await expect(
    form.preview.getByRole('heading', { name: 'Light PM', includeHidden: true }),
  ).toBeVisible();
  await expect(form.field('Name')).toBeHidden();
  await form.button('Create').click();
  await expect(form.field('Description')).toBeFocused();
});
