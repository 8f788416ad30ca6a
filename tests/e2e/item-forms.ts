import { expect, type Locator, type Page } from '@playwright/test';
import { type AdminList, adminList } from './admin-lists';

/** Locators of an item form and its parts. */
export interface ItemFormOnPage {
  dialog: Locator;
  /** Finds a field by its label. Skips the preview, which has its own labels. */
  field: (label: string) => Locator;
  button: (name: string | RegExp) => Locator;
  preview: Locator;
}

function getItemForm(page: Page, title: string): ItemFormOnPage {
  // Role names ignore case: the title capitalizes each word.
  const dialog = page.getByRole('dialog', { name: title });
  return {
    dialog,
    field: (label) => dialog.locator('form').getByLabel(label, { exact: true }),
    button: (name) => dialog.getByRole('button', { name, exact: true }),
    preview: dialog.getByRole('region', { name: 'Preview' }),
  };
}

/** Opens the form that creates an item. */
export async function openNew(page: Page, path: AdminList['path']): Promise<ItemFormOnPage> {
  const { tab, singular } = adminList(path);
  await page.goto(`/admin?tab=${tab}`);
  await page
    .getByRole('button', { name: `Add ${singular}` })
    .first()
    .click();
  const form = getItemForm(page, `Create ${singular}`);
  await expect(form.dialog).toBeVisible();
  return form;
}

/** Opens the form that edits the item with the given name. */
export async function openEdit(
  page: Page,
  path: AdminList['path'],
  name: string,
): Promise<ItemFormOnPage> {
  const { tab, singular } = adminList(path);
  await page.goto(`/admin?tab=${tab}`);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  const form = getItemForm(page, `Edit ${singular}`);
  await expect(form.dialog).toBeVisible();
  return form;
}

/** Types a text into each of the named fields. */
export async function fillFields(
  form: ItemFormOnPage,
  texts: Record<string, string>,
): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await form.field(label).fill(text);
}
