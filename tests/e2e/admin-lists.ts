import { expect, type Locator, type Page } from '@playwright/test';
import { type CollectionPath, collections } from '../../src/content/collections/collections';
import { sampleItems } from '../support/samples';
import { ensureSignedIn, type Site } from './leads';
import { waitForIdle } from './wait-for-idle';

/** A content list of the admin area. */
export interface AdminList {
  path: CollectionPath;
  /** The value of the `tab` parameter in the admin area's URL. */
  tab: string;
  title: string;
  singular: string;
  plural: string;
  /** The field that identifies an item in the interface. */
  nameField: string;
  hasPicture: boolean;
}

/** The content lists of the admin area. */
export const adminLists: readonly AdminList[] = collections.map(
  ({ path, tab, title, label, nameField, kinds }) => ({
    path,
    tab,
    title,
    singular: label.toLowerCase(),
    plural: path.replaceAll('-', ' '),
    nameField,
    hasPicture: Object.values(kinds).includes('picture'),
  }),
);

/** Finds a list by its API path. */
export function adminList(path: CollectionPath): AdminList {
  const list = adminLists.find((candidate) => candidate.path === path);
  if (!list) throw new Error(`There is no list ${path}.`);
  return list;
}

/**
 * Replaces a collection's items by new ones with the given names, in that order.
 * @returns their ids
 */
export async function fillList(
  site: Site,
  { path, nameField }: AdminList,
  names: readonly string[],
): Promise<string[]> {
  await ensureSignedIn(site);
  const { body } = await site.api.get(`/api/${path}/all`);
  const earlier = (body as { id: string }[]).map(({ id }) => id);
  if (earlier.length > 0) await site.api.post(`/api/${path}/delete`, { ids: earlier });
  const ids: string[] = [];
  for (const name of names) {
    const created = await site.api.post(`/api/${path}`, {
      ...sampleItems[path],
      [nameField]: name,
    });
    expect(created.status).toBe(201);
    ids.push((created.body as { id: string }).id);
  }
  return ids;
}

/** Fills a list and opens its tab. @returns the ids of the items */
export async function openList(
  page: Page,
  site: Site,
  list: AdminList,
  names: readonly string[],
): Promise<string[]> {
  const ids = await fillList(site, list, names);
  await page.goto(`/admin?tab=${list.tab}`);
  return ids;
}

/** Reads the names of a collection's items from the public API. */
export async function fetchStoredNames(
  { api }: Site,
  { path, nameField }: AdminList,
): Promise<unknown[]> {
  const { body } = await api.get(`/api/${path}`);
  return (body as Record<string, unknown>[]).map((item) => item[nameField]);
}

/** The rows of a list in its open tab. */
export const getRows = (page: Page, { title }: AdminList): Locator =>
  page.getByRole('list', { name: title }).getByRole('listitem');

/**
 * Picks up a row with the keyboard. The arrow keys start to work one task after the announcement,
 * so this waits until the browser is idle.
 */
export async function pickUp(page: Page, name: string, position: string): Promise<void> {
  await page.getByRole('button', { name: `Reorder ${name}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Picked up ${name}, ${position}.`)).toBeAttached();
  await waitForIdle(page);
}
