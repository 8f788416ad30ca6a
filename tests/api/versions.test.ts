import { describe, expect, test } from 'vitest';
import { collections } from '../../src/content/collections/collections';
import { sampleItems } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

describe.each(collections.map(({ path, label, nameField }) => ({ path, label, nameField })))(
  'ETag and If-Match of $path',
  ({ path, label, nameField }) => {
    const url = `/api/${path}`;
    const changedFields = { [nameField]: 'Changed Name' };

    const getSite = shareSite(createTestApp);

    async function createItem(site = getSite()) {
      const item = (await site.admin('POST', url, sampleItems[path])).json();
      const patch = (version: string | undefined, payload: object = changedFields) =>
        site.admin('PATCH', `${url}/${item.id}`, payload, version ? { 'if-match': version } : {});
      return { ...site, item, patch, itemUrl: `${url}/${item.id}` };
    }

    test('the ETag is the quoted updatedAt, which increases with every change', async () => {
      const { visitor, patch, item, itemUrl } = await createItem();
      expect((await visitor('GET', itemUrl)).headers.etag).toBe(`"${item.updatedAt}"`);
      const versions = [item.updatedAt];
      for (const displayOrder of [1, 2, 3, 4]) {
        const changed = await patch(undefined, { displayOrder });
        versions.push(changed.json().updatedAt);
        expect(changed.headers.etag).toBe(`"${changed.json().updatedAt}"`);
      }
      expect(versions).toEqual([...new Set(versions)].sort());
      expect((await visitor('GET', itemUrl)).headers.etag).toBe(`"${versions.at(-1)}"`);
    });

    test('the version stays the same without a change, and increases with a reorder', async () => {
      const site = await createTestApp();
      const { admin, visitor, patch, item, itemUrl } = await createItem(site);
      expect((await patch(undefined, sampleItems[path])).json()).toEqual(item);
      const other = (await admin('POST', url, sampleItems[path])).json();
      await admin('POST', `${url}/reorder`, { orderedIds: [other.id, item.id] });
      expect((await visitor('GET', itemUrl)).json().updatedAt > item.updatedAt).toBe(true);
    });

    test('a PATCH succeeds with the current version, with * and without If-Match', async () => {
      const { patch, item } = await createItem();
      const tag = `"${item.updatedAt}"`;
      expect((await patch(`"another", ${tag}`)).json()).toMatchObject(changedFields);
      expect((await patch('*', sampleItems[path])).statusCode).toBe(200);
      expect((await patch(undefined)).statusCode).toBe(200);
    });

    test('a PATCH with a stale version returns 412, with a malformed one 400, and changes nothing', async () => {
      const { visitor, patch, item, itemUrl } = await createItem();
      const tag = `"${item.updatedAt}"`;
      const changed = (await patch(tag)).json();
      for (const staleTag of [tag, `W/"${changed.updatedAt}"`, '"never was"']) {
        const rejected = await patch(staleTag, sampleItems[path]);
        expect(rejected.statusCode, staleTag).toBe(412);
        expect(rejected.json()).toEqual({
          code: 'changed',
          message: `Someone else changed this ${label.toLowerCase()} in the meantime.`,
        });
      }
      expect((await patch(tag, {})).statusCode).toBe(412);
      for (const malformed of [changed.updatedAt, `"${'x'.repeat(500)}"`])
        expect((await patch(malformed, sampleItems[path])).statusCode).toBe(400);
      expect((await visitor('GET', itemUrl)).json()).toEqual(changed);
    });

    test('exactly one of several concurrent changes from the same version succeeds', async () => {
      const { visitor, patch, item, itemUrl } = await createItem();
      const displayOrders = [11, 12, 13, 14, 15, 16];
      const responses = await Promise.all(
        displayOrders.map((displayOrder) => patch(`"${item.updatedAt}"`, { displayOrder })),
      );
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([
        200,
        ...displayOrders.slice(1).map(() => 412),
      ]);
      const winner = responses.find(({ statusCode }) => statusCode === 200);
      expect((await visitor('GET', itemUrl)).json()).toEqual(winner?.json());
    });
  },
);
