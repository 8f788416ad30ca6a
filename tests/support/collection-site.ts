import { expect } from 'vitest';
import type { CollectionPath } from '../../src/content/collections/collections';
import type { AuditEntry } from '../../src/foundation/audit/contract';
import { sampleItems } from './samples';
import { createTestApp, shareSite, type TestSite } from './test-app';

interface Item extends Record<string, unknown> {
  id: string;
  createdAt: string;
  updatedAt: string;
}

/** Reads the history of an item, newest entry first. */
export const readHistory = async (
  { admin }: Pick<TestSite, 'admin'>,
  itemUrl: string,
): Promise<AuditEntry[]> => (await admin('GET', `${itemUrl}/history`)).json();

/**
 * Shares a site between the tests of a collection.
 * @returns a function that begins a test, with so many equal items and no others
 */
export function shareCollectionSite(path: CollectionPath) {
  const getSite = shareSite(createTestApp);
  const url = `/api/${path}`;
  return async (count = 1) => {
    const site = getSite();
    const { admin, visitor, db } = site;
    const earlier: Item[] = (await admin('GET', `${url}/all`)).json();
    if (earlier.length > 0)
      await admin('POST', `${url}/delete`, { ids: earlier.map(({ id }) => id) });
    await db.deleteFrom('audit').execute();
    const items: Item[] = [];
    for (let index = 0; index < count; index += 1) {
      const created = await admin('POST', url, sampleItems[path]);
      expect(created.statusCode, created.body).toBe(201);
      items.push(created.json());
    }
    const ids = items.map(({ id }) => id);
    const listItems = async (): Promise<Item[]> => (await visitor('GET', url)).json();
    return {
      ...site,
      items,
      ids,
      /** The address of the first item. */
      itemUrl: `${url}/${ids[0]}`,
      listItems,
      listIds: async () => (await listItems()).map(({ id }) => id),
    };
  };
}
