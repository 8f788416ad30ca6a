import type { Locator, Page } from '@playwright/test';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { fillFields, openEdit, openNew } from './item-forms';
import { toast } from './lead-form';

test.use({ sharedSite: 'own lists' });

test.beforeEach(({ signIn }) => signIn());

test.describe('item form', () => {
  test('offers and requires what the specification says of a talent, and focuses the first invalid field', async ({
    page,
  }) => {
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
    await form.field('Status').selectOption('');
    await form.field('Years of experience').fill('-1');
    await form.button('Create').click();
    const errors = {
      Name: 'Name is required',
      Title: 'Title is required',
      Role: 'Role is required',
      Seniority: 'Seniority level is required',
      'Years of experience': 'Must be 0 or greater',
      Status: 'Status is required',
      Skills: 'At least one skill is required',
      Industries: 'At least one industry is required',
      Tools: 'At least one tool is required',
    };
    for (const [label, message] of Object.entries(errors)) {
      await expect(form.field(label), label).toHaveAccessibleDescription(new RegExp(`^${message}`));
    }
    await expect(form.dialog.locator('p:has(> svg)')).toHaveCount(Object.keys(errors).length);
    await expect(form.field('Name')).toBeFocused();

    // A message disappears when its field is valid; the next submit focuses the next invalid field.
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

  /** Dispatches a paste event with a text to the focused element. */
  async function paste(page: Page, text: string): Promise<void> {
    await page.evaluate((data) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', data);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    }, text);
  }

  test('adds list entries by comma, Enter, paste, and suggestion, and removes them by Backspace and button', async ({
    page,
  }) => {
    const form = await openNew(page, 'talents');
    const skills = form.field('Skills');
    // The entries, without the text being typed.
    const getChips = (label: string) => form.field(label).locator('..').locator('> span');
    const chips = getChips('Skills');
    await skills.pressSequentially('Calendar, Payroll,');
    await expect(chips).toHaveText(['Calendar', 'Payroll']);
    await expect(skills).toHaveValue('');

    // A duplicate is ignored, and Enter completes an entry without submitting the form.
    await skills.pressSequentially('payroll,');
    await skills.pressSequentially('SOPs');
    await skills.press('Enter');
    await expect(chips).toHaveText(['Calendar', 'Payroll', 'SOPs']);
    await expect(form.dialog.locator('p:has(> svg)')).toHaveCount(0);

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

    await form.button('Add Google Workspace').click();
    await expect(getChips('Tools')).toHaveText(['Google Workspace']);
    await expect(form.button('Add Google Workspace')).toHaveCount(0);
    await expect(form.field('Tools')).toBeFocused();
    // Typed values take the spelling of the filter.
    await form.field('Tools').pressSequentially('hubspot,');
    await form.field('Industries').pressSequentially('medspa,');
    await expect(getChips('Tools')).toHaveText(['Google Workspace', 'HubSpot']);
    await expect(getChips('Industries')).toHaveText(['MedSpa']);
  });

  test('describes how visitors will see the price', async ({ page, server }) => {
    const [id] = await fillList(server, adminList('packages'), ['Full PM']);
    const form = await openEdit(page, 'packages', 'Full PM');
    const price = form.field('Price optional');
    await expect(price).toHaveAccessibleDescription('Visitors see $1,000 one-time.');
    await expect(form.preview).toContainText('$1,000');
    await price.fill('$1,250.00');
    await expect(price).toHaveAccessibleDescription('Visitors see $1,250 one-time.');
    await price.fill('');
    await expect(price).toHaveAccessibleDescription('No price is shown.');
    await price.fill('on request');
    await expect(price).toHaveAccessibleDescription(
      /^This is not a number, so visitors see no price/,
    );
    await expect(price).toHaveAttribute('aria-invalid', 'true');
    await expect(form.preview).not.toContainText('one-time');
    await form.button('Save changes').click();
    await expect(toast(page)).toContainText('Package updated');
    expect((await server.api.get(`/api/packages/${id}`)).body).toMatchObject({ price: null });
  });

  test('offers eight icons, which the arrow keys select', async ({ page }) => {
    const form = await openNew(page, 'stats');
    const icons = form.dialog.getByRole('group', { name: 'Icon' }).getByRole('radio');
    await expect(icons).toHaveCount(8);
    await expect(form.dialog.locator('fieldset svg')).toHaveCount(8);
    await form.field('Label').press('Tab');
    await expect(form.field('Clock')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(form.field('People')).toBeChecked();
    const readPath = (icon: Locator) => icon.locator('path').first().getAttribute('d');
    const selectedIcon = form.dialog.locator('label:has(input[value="Users"]) svg');
    expect(await readPath(form.preview.locator('svg').first())).toBe(await readPath(selectedIcon));
  });

  test("previews the site's card live, makes it inert, and includes the unfinished entry of a list field", async ({
    page,
    server,
  }) => {
    const [id] = await fillList(server, adminList('talents'), ['Marisol Vega']);
    const form = await openEdit(page, 'talents', 'Marisol Vega');
    const card = form.preview.getByRole('article', { includeHidden: true });
    await expect(card).toContainText('7 years');
    await fillFields(form, { Name: 'Marisol V.', 'Years of experience': '1' });
    await form.field('Role').selectOption('Operations Manager');
    await expect(card).toContainText('Marisol V.');
    await expect(card).toContainText('1 year of experience');
    await expect(card).toContainText('Operations Manager');
    await expect(form.preview.getByText('Live preview, as the site shows it')).toBeVisible();
    const bookmark = card.getByRole('button', { name: /^Shortlist/, includeHidden: true });
    expect(await bookmark.evaluate((button) => button.closest('[inert]') !== null)).toBe(true);
    await form.field('Skills').pressSequentially('Inventory');
    await expect(form.preview.getByText('Inventory')).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(toast(page)).toContainText('Talent updated');
    const { body } = await server.api.get(`/api/talents/${id}`);
    expect(body).toMatchObject({ skills: ['Front desk', 'Spanish & English', 'Inventory'] });
  });

  test('hides the preview behind a button on a phone and returns to an invalid field on submit', async ({
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
});
