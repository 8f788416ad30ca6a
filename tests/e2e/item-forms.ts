import { expect, type Locator, type Page } from '@playwright/test';
import { type AdminList, adminList } from './list-making';

/** The dialog's title by its list. */
const titles: Record<AdminList['path'], string> = {
  talents: 'Talent',
  'case-studies': 'Case Study',
  stats: 'Stat',
  packages: 'Package',
};

/** The form of an item: its dialog and what stands in it. */
export interface ItemFormOnPage {
  dialog: Locator;
  /** A field by its label. The preview is left out: its parts have labels of their own. */
  field: (label: string) => Locator;
  button: (name: string) => Locator;
  preview: Locator;
}

function formIn(page: Page, title: string): ItemFormOnPage {
  const dialog = page.getByRole('dialog', { name: title });
  return {
    dialog,
    field: (label) => dialog.locator('form').getByLabel(label, { exact: true }),
    button: (name) => dialog.getByRole('button', { name, exact: true }),
    preview: dialog.getByRole('region', { name: 'Preview' }),
  };
}

/** Opens the form of a new item. */
export async function openNew(page: Page, path: AdminList['path']): Promise<ItemFormOnPage> {
  const { tab, one } = adminList(path);
  await page.goto(`/admin?tab=${tab}`);
  await page
    .getByRole('button', { name: `Add ${one}` })
    .first()
    .click();
  const form = formIn(page, `Create ${titles[path]}`);
  await expect(form.dialog).toBeVisible();
  return form;
}

/** Opens the form of the item with that name. */
export async function openEdit(
  page: Page,
  path: AdminList['path'],
  name: string,
): Promise<ItemFormOnPage> {
  await page.goto(`/admin?tab=${adminList(path).tab}`);
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  const form = formIn(page, `Edit ${titles[path]}`);
  await expect(form.dialog).toBeVisible();
  return form;
}

/** Types a text into each of the named fields. */
export async function fill(form: ItemFormOnPage, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await form.field(label).fill(text);
}

/** The chips of a list field, without what is being typed. */
export const chipsOf = (form: ItemFormOnPage, label: string): Locator =>
  form.field(label).locator('..').locator('.chip');
