import { describe, expect, test } from 'vitest';
import { collections } from '../../src/content/collections/collections';
import { shareCollectionSite } from '../support/collection-site';
import { sampleItems } from '../support/samples';

describe.each(collections.map((collection) => collection.path))(
  'deleted items of /api/%s',
  (path) => {
    const url = `/api/${path}`;

    const createSite = shareCollectionSite(path);

    async function createSiteWithDeleted(count: number) {
      const site = await createSite(count);
      for (const id of site.ids) await site.admin('DELETE', `${url}/${id}`);
      const listDeleted = async (): Promise<string[]> =>
        (await site.admin('GET', `${url}/deleted`))
          .json()
          .map((item: { itemId: string }) => item.itemId);
      return { ...site, listDeleted };
    }

    test('are listed with their last content, newest first, until they are restored', async () => {
      const { admin, ids, listDeleted } = await createSiteWithDeleted(2);
      const [first, second] = ids;
      const [latest] = (await admin('GET', `${url}/deleted`)).json();
      expect(latest).toEqual({
        itemId: second,
        at: expect.any(String),
        by: 'admin',
        before: expect.objectContaining({ ...sampleItems[path], id: second }),
      });
      expect(await listDeleted()).toEqual([second, first]);
      await admin('POST', `${url}/${second}/restore`);
      expect(await listDeleted()).toEqual([first]);
      await admin('DELETE', `${url}/${second}`);
      expect(await listDeleted()).toEqual([second, first]);
    });

    test('are listed in pages', async () => {
      const { admin, ids } = await createSiteWithDeleted(3);
      const first = await admin('GET', `${url}/deleted?limit=2`);
      const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
      const second = await admin('GET', next);
      const listed = [...first.json(), ...second.json()].map(({ itemId }) => itemId);
      expect(listed).toEqual(ids.toReversed());
      expect(second.headers.link).toBeUndefined();
    });

    test('cannot be restored after their history is erased, and leave no content behind', async () => {
      const { admin, db, ids, listDeleted } = await createSiteWithDeleted(2);
      const itemUrl = `${url}/${ids[0]}`;
      expect((await admin('DELETE', `${itemUrl}/history`)).statusCode).toBe(204);
      expect(await listDeleted()).toEqual([ids[1]]);
      expect((await admin('GET', `${itemUrl}/history`)).json()).toEqual([
        expect.objectContaining({ action: 'deleted', by: 'admin', before: null, after: null }),
      ]);
      expect((await admin('POST', `${itemUrl}/restore`)).statusCode).toBe(404);
      expect((await admin('DELETE', `${itemUrl}/history`)).statusCode).toBe(404);
      await admin('DELETE', `${url}/${ids[1]}/history`);
      const entries = await db.selectFrom('audit').select(['before', 'after']).execute();
      expect(entries).toEqual([
        { before: null, after: null },
        { before: null, after: null },
      ]);
    });

    test('cannot have their history erased after they were restored', async () => {
      const { admin, ids } = await createSiteWithDeleted(1);
      await admin('POST', `${url}/${ids[0]}/restore`);
      const refused = await admin('DELETE', `${url}/${ids[0]}/history`);
      expect(refused.statusCode).toBe(409);
      expect(refused.json().message).toMatch(/^This .* is not deleted\.$/);
      expect((await admin('DELETE', `${url}/never-was/history`)).statusCode).toBe(404);
      expect((await admin('GET', `${url}/${ids[0]}/history`)).json()).toHaveLength(3);
    });
  },
);
