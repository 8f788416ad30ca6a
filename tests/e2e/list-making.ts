import { expect, type Locator, type Page } from '@playwright/test';
import type { CollectionPath } from '../../src/collections';
import { sampleItems } from '../samples';
import { untilIdle } from './idle';
import { ensureSignedIn, type Site } from './lead-making';

/** A list of the admin area: its tab's address and title, and the field that its items are called by. */
export interface AdminList {
  path: CollectionPath;
  tab: string;
  title: string;
  one: string;
  several: string;
  nameField: string;
}

/** The four lists of the admin area. */
export const adminLists: readonly AdminList[] = [
  {
    path: 'stats',
    tab: 'hero-stats',
    title: 'Hero Stats',
    one: 'stat',
    several: 'stats',
    nameField: 'label',
  },
  {
    path: 'talents',
    tab: 'talents',
    title: 'Talents',
    one: 'talent',
    several: 'talents',
    nameField: 'name',
  },
  {
    path: 'case-studies',
    tab: 'case-studies',
    title: 'Case Studies',
    one: 'case study',
    several: 'case studies',
    nameField: 'clientName',
  },
  {
    path: 'packages',
    tab: 'packages',
    title: 'Packages',
    one: 'package',
    several: 'packages',
    nameField: 'name',
  },
];

/** The list at a path. */
export function adminList(path: CollectionPath): AdminList {
  const list = adminLists.find((one) => one.path === path);
  if (!list) throw new Error(`There is no list ${path}.`);
  return list;
}

/** Leaves a collection with new items of the given names, in their order. @returns their ids */
export async function fillList(
  site: Site,
  { path, nameField }: AdminList,
  names: readonly string[],
): Promise<string[]> {
  await ensureSignedIn(site);
  const { body } = await site.api.get(`/api/${path}`);
  for (const { id } of body as { id: string }[]) await site.api.delete(`/api/${path}/${id}`);
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

/** The names of a collection as the site's visitors get them. */
export async function storedNames(
  { api }: Site,
  { path, nameField }: AdminList,
): Promise<unknown[]> {
  const { body } = await api.get(`/api/${path}`);
  return (body as Record<string, unknown>[]).map((item) => item[nameField]);
}

/** The rows of an open tab. */
export const rowsOf = (page: Page, { title }: AdminList): Locator =>
  page.getByRole('list', { name: title }).getByRole('listitem');

/** Picks a row up by keyboard. It hears the arrows a task after it has said so: with the browser at rest. */
export async function pickUp(page: Page, name: string, place: string): Promise<void> {
  await page.getByRole('button', { name: `Reorder ${name}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Picked up ${name}, ${place}.`)).toBeAttached();
  await untilIdle(page);
}
