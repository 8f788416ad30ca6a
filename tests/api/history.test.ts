import { describe, expect, test } from 'vitest';
import { collections } from '../../src/content/collections/collections';
import type { AuditEntry } from '../../src/foundation/audit/contract';
import { readHistory, shareCollectionSite } from '../support/collection-site';

describe.each(collections.map((collection) => collection.path))('history of /api/%s', (path) => {
  const url = `/api/${path}`;

  const createSiteWithItems = shareCollectionSite(path);

  test('records user, action and time with the whole item before and after each change', async () => {
    const site = await createSiteWithItems();
    const { admin, items, itemUrl } = site;
    const changed = (await admin('PATCH', itemUrl, { displayOrder: 5 })).json();
    await admin('PATCH', itemUrl, { displayOrder: 5 });
    await admin('DELETE', itemUrl);
    const restored = (await admin('POST', `${itemUrl}/restore`)).json();
    const entries = await readHistory(site, itemUrl);
    expect(entries).toEqual([
      expect.objectContaining({ action: 'restored', before: null, after: restored }),
      expect.objectContaining({ action: 'deleted', before: changed, after: null }),
      expect.objectContaining({ action: 'changed', before: items[0], after: changed }),
      expect.objectContaining({ action: 'created', before: null, after: items[0] }),
    ]);
    expect(entries.map(({ by }) => by)).toEqual(['admin', 'admin', 'admin', 'admin']);
    const times = entries.map((entry) => entry.at);
    expect(times).toEqual([...new Set(times)].sort().reverse());
    expect(entries[2]?.at).toBe(changed.updatedAt);
  });

  test('records nothing for a request that was rejected', async () => {
    const site = await createSiteWithItems();
    const { admin, itemUrl, ids } = site;
    await admin('PATCH', itemUrl, { displayOrder: 'x' });
    await admin('PATCH', itemUrl, { displayOrder: 5 }, { 'if-match': '"old"' });
    await admin('POST', `${itemUrl}/restore`);
    await admin('POST', `${url}/reorder`, { orderedIds: [ids[0], 'unknown'] });
    expect(await readHistory(site, itemUrl)).toHaveLength(1);
    expect(await site.db.selectFrom('audit').select('id').execute()).toHaveLength(1);
  });

  test('returns pages with a link to the next one, and 400 for an invalid limit or cursor', async () => {
    const { admin, itemUrl } = await createSiteWithItems();
    for (let position = 1; position <= 6; position += 1) {
      await admin('PATCH', itemUrl, { displayOrder: position });
    }
    const positions: unknown[] = [];
    let nextUrl: string | undefined = `${itemUrl}/history?limit=3`;
    let pages = 0;
    while (nextUrl) {
      const response = await admin('GET', nextUrl);
      positions.push(...response.json().map((entry: AuditEntry) => entry.after?.displayOrder));
      pages += 1;
      nextUrl = /<(.*)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(positions).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(pages).toBe(3);
    for (const query of ['limit=101', 'limit=0', 'cursor=nonsense']) {
      expect((await admin('GET', `${itemUrl}/history?${query}`)).statusCode, query).toBe(400);
    }
  });

  test('restores a deleted item in its old position, and returns 409 the second time', async () => {
    const { admin, items, listItems } = await createSiteWithItems(3);
    const before = await listItems();
    const middle = `${url}/${items[1]?.id}`;
    await admin('DELETE', middle);
    const restored = await admin('POST', `${middle}/restore`, {});
    expect(restored.statusCode).toBe(200);
    expect(restored.headers.etag).toBe(`"${restored.json().updatedAt}"`);
    expect(restored.json().updatedAt > String(items[1]?.updatedAt)).toBe(true);
    const { updatedAt } = restored.json();
    expect(await listItems()).toEqual([before[0], { ...before[1], updatedAt }, before[2]]);
    const again = await admin('POST', `${middle}/restore`, {});
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^This .* is not deleted\.$/),
    });
    expect(await listItems()).toHaveLength(3);
  });

  test('restores an item once when two requests race', async () => {
    const { admin, itemUrl, listItems } = await createSiteWithItems();
    await admin('DELETE', itemUrl);
    const responses = await Promise.all([
      admin('POST', `${itemUrl}/restore`),
      admin('POST', `${itemUrl}/restore`),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await listItems()).toHaveLength(1);
  });

  test('restores a deleted item between its neighbors after the others were reordered', async () => {
    const { admin, items, listIds } = await createSiteWithItems(4);
    const [a, b, c, d] = items.map(({ id }) => id);
    await admin('DELETE', `${url}/${b}`);
    await admin('POST', `${url}/reorder`, { orderedIds: [a, d, c] });
    await admin('POST', `${url}/${b}/restore`);
    expect(await listIds()).toEqual([a, b, d, c]);
  });

  test('keeps the order of items with the same displayOrder when one is deleted and restored', async () => {
    const { admin, items, listIds } = await createSiteWithItems(3);
    for (const { id } of items) await admin('PATCH', `${url}/${id}`, { displayOrder: 4 });
    const before = await listIds();
    const middle = `${url}/${before[1]}`;
    await admin('DELETE', middle);
    await admin('POST', `${middle}/restore`);
    expect(await listIds()).toEqual(before);
  });

  test('rejects a restore of an unknown item, or of a version that is unknown or of another item, with 404, and of an invalid one with 400', async () => {
    const { admin, itemUrl, ids } = await createSiteWithItems(2);
    const restore = (body?: object, id = ids[0]) => admin('POST', `${url}/${id}/restore`, body);
    expect((await restore(undefined, 'never-was')).statusCode).toBe(404);
    const unknownVersion = await restore({ entryId: 'unknown' });
    expect(unknownVersion.statusCode).toBe(404);
    expect(unknownVersion.json().message).toBe('This version is no longer stored.');
    const [created] = await readHistory({ admin }, itemUrl);
    const before = await restore({ entryId: created?.id, side: 'before' });
    expect(before.json().message).toBe('There was no version before this one.');
    expect(before.statusCode).toBe(404);
    expect((await restore({ entryId: created?.id }, ids[1])).statusCode).toBe(404);
    for (const body of [{ entryId: 1 }, { entryId: '../x' }, { side: 'left' }])
      expect((await restore(body)).statusCode).toBe(400);
  });

  test('records a reorder as one entry with the ids that moved, and an unchanged order not at all', async () => {
    const { admin, db, items } = await createSiteWithItems(4);
    const [a, b, c, d] = items.map(({ id }) => id);
    await admin('POST', `${url}/reorder`, { orderedIds: [a, c, b, d] });
    await admin('POST', `${url}/reorder`, { orderedIds: [a, c, b, d] });
    const entries = await db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'reordered')
      .execute();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ subject: path, itemId: null, userId: 'admin' });
    expect(JSON.parse(entries[0]?.before ?? '')).toEqual({ from: 1, ids: [b, c] });
    expect(JSON.parse(entries[0]?.after ?? '')).toEqual({ from: 1, ids: [c, b] });
  });
});
