import { describe, expect, test } from 'vitest';
import { collections } from '../../src/collections';
import type { AuditEntry } from '../../src/features/audit/audit-entry';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;

const historyOf = async ({ admin }: Pick<Site, 'admin'>, at: string): Promise<AuditEntry[]> =>
  (await admin('GET', `${at}/history`)).json();

describe.each(collections.map((collection) => collection.path))('the history of %s', (path) => {
  const sample = sampleItems[path];
  const url = `/api/${path}`;

  async function withItems(count = 1) {
    const site = await testApp();
    const items: { id: string; createdAt: string; updatedAt: string }[] = [];
    for (let made = 0; made < count; made += 1) {
      items.push((await site.admin('POST', url, sample)).json());
    }
    const listed = async (): Promise<{ id: string }[]> => (await site.visitor('GET', url)).json();
    const order = async () => (await listed()).map(({ id }) => id);
    const [first] = items;
    if (!first) throw new Error('there is no item');
    return { ...site, items, first, at: `${url}/${first.id}`, listed, order };
  }

  test('says who did what and when, with all of the item before and after', async () => {
    const site = await withItems();
    const { admin, first, at } = site;
    const changed = (await admin('PATCH', at, { displayOrder: 5 })).json();
    await admin('PATCH', at, { displayOrder: 5 });
    await admin('DELETE', at);
    const restored = (await admin('POST', `${at}/restore`)).json();
    const entries = await historyOf(site, at);
    expect(entries).toEqual([
      expect.objectContaining({ action: 'restored', before: null, after: restored }),
      expect.objectContaining({ action: 'deleted', before: changed, after: null }),
      expect.objectContaining({ action: 'changed', before: first, after: changed }),
      expect.objectContaining({ action: 'created', before: null, after: first }),
    ]);
    expect(entries.map(({ by }) => by)).toEqual(['admin', 'admin', 'admin', 'admin']);
    const times = entries.map((entry) => entry.at);
    expect(times).toEqual([...new Set(times)].sort().reverse());
    expect(entries[2]?.at).toBe(changed.updatedAt);
  });

  test('keeps no trace of what was refused', async () => {
    const site = await withItems();
    const { admin, at, first } = site;
    await admin('PATCH', at, { displayOrder: 'x' });
    await admin('PATCH', at, { displayOrder: 5 }, { 'if-match': '"old"' });
    await admin('POST', `${at}/restore`);
    await admin('POST', `${url}/reorder`, { orderedIds: [first.id, 'unknown'] });
    expect(await historyOf(site, at)).toHaveLength(1);
    expect(await site.db.selectFrom('audit').select('id').execute()).toHaveLength(1);
  });

  test('comes in pages, with the way to the older ones', async () => {
    const { admin, at } = await withItems();
    for (let place = 1; place <= 6; place += 1) await admin('PATCH', at, { displayOrder: place });
    const read: unknown[] = [];
    let address: string | undefined = `${at}/history?limit=3`;
    let pages = 0;
    while (address) {
      const answer = await admin('GET', address);
      read.push(...answer.json().map((entry: AuditEntry) => entry.after?.displayOrder));
      pages += 1;
      address = /<(.*)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(read).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(pages).toBe(3);
    for (const query of ['limit=101', 'limit=0', 'cursor=nonsense']) {
      expect((await admin('GET', `${at}/history?${query}`)).statusCode, query).toBe(400);
    }
  });

  test('is read and used by nobody but the admin', async () => {
    const { visitor, admin, at } = await withItems();
    await admin('DELETE', at);
    for (const answer of [
      await visitor('GET', `${at}/history`),
      await visitor('POST', `${at}/restore`),
      await visitor('POST', `${at}/restore`, {}),
    ]) {
      expect(answer.statusCode).toBe(401);
    }
    expect((await visitor('GET', at)).statusCode).toBe(404);
  });

  test('a deleted item comes back as it was and where it was, once', async () => {
    const { admin, items, listed } = await withItems(3);
    const before = await listed();
    const middle = `${url}/${items[1]?.id}`;
    await admin('DELETE', middle);
    const restored = await admin('POST', `${middle}/restore`, {});
    expect(restored.statusCode).toBe(200);
    expect(restored.headers.etag).toBe(`"${restored.json().updatedAt}"`);
    expect(restored.json().updatedAt > String(items[1]?.updatedAt)).toBe(true);
    const { updatedAt } = restored.json();
    expect(await listed()).toEqual([before[0], { ...before[1], updatedAt }, before[2]]);
    const again = await admin('POST', `${middle}/restore`, {});
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^This .* is already there\.$/),
    });
    expect(await listed()).toHaveLength(3);
  });

  test('of two that undo at once, one does', async () => {
    const { admin, at, listed } = await withItems();
    await admin('DELETE', at);
    const answers = await Promise.all([
      admin('POST', `${at}/restore`),
      admin('POST', `${at}/restore`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await listed()).toHaveLength(1);
  });

  test('a deleted item comes back between its neighbours, also after a reorder', async () => {
    const { admin, items, order } = await withItems(4);
    const [a, b, c, d] = items.map(({ id }) => id);
    await admin('DELETE', `${url}/${b}`);
    await admin('POST', `${url}/reorder`, { orderedIds: [a, d, c] });
    await admin('POST', `${url}/${b}/restore`);
    expect(await order()).toEqual([a, b, d, c]);
  });

  test('items that share a place keep their order over delete and undo', async () => {
    const { admin, items, order } = await withItems(3);
    for (const { id } of items) await admin('PATCH', `${url}/${id}`, { displayOrder: 4 });
    const before = await order();
    const middle = `${url}/${before[1]}`;
    await admin('DELETE', middle);
    await admin('POST', `${middle}/restore`);
    expect(await order()).toEqual(before);
  });

  test('what never was cannot be restored', async () => {
    const { admin, at } = await withItems();
    const never = await admin('POST', `${url}/never-was/restore`);
    expect(never.statusCode).toBe(404);
    const unknown = await admin('POST', `${at}/restore`, { entryId: 'unknown' });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json().message).toBe('This version is not kept any more.');
    const [created] = await historyOf({ admin }, at);
    const before = await admin('POST', `${at}/restore`, { entryId: created?.id, side: 'before' });
    expect(before.json().message).toBe('There was no version before this one.');
    expect(before.statusCode).toBe(404);
    expect((await admin('POST', `${at}/restore`, { entryId: 1 })).statusCode).toBe(400);
    expect((await admin('POST', `${at}/restore`, { entryId: '../x' })).statusCode).toBe(400);
    expect((await admin('POST', `${at}/restore`, { side: 'left' })).statusCode).toBe(400);
  });

  test('an entry of one item restores no other', async () => {
    const site = await withItems(2);
    const [entry] = await historyOf(site, site.at);
    const other = await site.admin('POST', `${url}/${site.items[1]?.id}/restore`, {
      entryId: entry?.id,
    });
    expect(other.statusCode).toBe(404);
  });

  test('a new order is one entry of the list, with what it moved', async () => {
    const { admin, db, items } = await withItems(4);
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
