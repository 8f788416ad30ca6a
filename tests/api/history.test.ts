import { describe, expect, test } from 'vitest';
import { collections } from '../../src/collections';
import type { AuditEntry } from '../../src/features/audit/audit-entry';
import { auditDays, purgeAudit } from '../../src/features/audit/audit-store.server';
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

describe('an earlier version of a talent', () => {
  const url = '/api/talents';

  async function withVersions() {
    const site = await testApp();
    const { admin } = site;
    const item = (await admin('POST', url, sampleItems.talents)).json();
    const at = `${url}/${item.id}`;
    await admin('PATCH', at, { name: 'Second', featured: true, certifications: [] });
    await admin('PATCH', at, { name: 'Third', bio: null, displayOrder: 9 });
    const [third, second, first] = await historyOf(site, at);
    return { ...site, item, at, ids: { first: first?.id, second: second?.id, third: third?.id } };
  }

  test('comes back with all its fields, and the list keeps its order', async () => {
    const { admin, visitor, at, ids, item } = await withVersions();
    const restored = (await admin('POST', `${at}/restore`, { entryId: ids.second })).json();
    expect(restored).toEqual({
      ...item,
      name: 'Second',
      certifications: [],
      displayOrder: 9,
      updatedAt: restored.updatedAt,
    });
    expect((await visitor('GET', at)).json()).toEqual(restored);
    const [entry] = await historyOf({ admin }, at);
    expect(entry).toMatchObject({
      action: 'restored',
      before: { name: 'Third' },
      after: { name: 'Second' },
    });
  });

  test('comes back from before an entry too', async () => {
    const { admin, at, ids } = await withVersions();
    const wanted = { entryId: ids.second, side: 'before' };
    expect((await admin('POST', `${at}/restore`, wanted)).json().name).toBe('Marisol Vega');
  });

  test('that is there already leaves no new entry', async () => {
    const { admin, at, ids } = await withVersions();
    expect((await admin('POST', `${at}/restore`, { entryId: ids.third })).statusCode).toBe(200);
    expect(await historyOf({ admin }, at)).toHaveLength(3);
  });

  test('comes back after the deletion too', async () => {
    const { admin, at, ids, item } = await withVersions();
    await admin('DELETE', at);
    const restored = (await admin('POST', `${at}/restore`, { entryId: ids.first })).json();
    expect(restored).toEqual({ ...item, displayOrder: 9, updatedAt: restored.updatedAt });
    await admin('DELETE', at);
    const [deleted] = await historyOf({ admin }, at);
    const again = await admin('POST', `${at}/restore`, { entryId: deleted?.id });
    expect(again.json().name).toBe('Marisol Vega');
  });

  test('is on the public page in the very next request', async () => {
    const { admin, visitor, at, ids } = await withVersions();
    expect((await visitor('GET', '/talent')).body).toContain('Third');
    await admin('POST', `${at}/restore`, { entryId: ids.first });
    expect((await visitor('GET', '/talent')).body).toContain('Marisol Vega');
    await admin('DELETE', at);
    expect((await visitor('GET', '/talent')).body).not.toContain('Marisol Vega');
    await admin('POST', `${at}/restore`);
    expect((await visitor('GET', '/talent')).body).toContain('Marisol Vega');
  });

  /** Makes the stored first version one that was written under other rules. */
  async function rewriteFirst(site: Pick<Site, 'db'>, id: string | undefined, edit: object) {
    const row = await site.db
      .selectFrom('audit')
      .select('after')
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow();
    const after = JSON.stringify({ ...JSON.parse(row.after ?? ''), ...edit });
    await site.db
      .updateTable('audit')
      .set({ after })
      .where('id', '=', id ?? '')
      .execute();
  }

  test('that breaks a rule of today is refused, and says which', async () => {
    const site = await withVersions();
    const { admin, visitor, at, ids } = site;
    await rewriteFirst(site, ids.first, { status: 'on leave', skills: [] });
    const refused = await admin('POST', `${at}/restore`, { entryId: ids.first });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'conflict',
      fields: { status: expect.any(String), skills: 'At least one skill is required' },
    });
    expect((await visitor('GET', at)).json().name).toBe('Third');
  });

  test('from before a field was there gets its default, and drops one that is gone', async () => {
    const site = await withVersions();
    const { admin, at, ids, item } = site;
    await rewriteFirst(site, ids.first, { certifications: undefined, shoeSize: 44 });
    const restored = (await admin('POST', `${at}/restore`, { entryId: ids.first })).json();
    expect(restored).toEqual({
      ...item,
      certifications: [],
      displayOrder: 9,
      updatedAt: restored.updatedAt,
    });
  });

  test('is kept for a year', async () => {
    const site = await withVersions();
    const { db, at, ids } = site;
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
    const age = (id: string | undefined, days: number) =>
      db
        .updateTable('audit')
        .set({ at: ago(days) })
        .where('id', '=', id ?? '')
        .execute();
    await age(ids.first, auditDays + 1);
    await age(ids.second, auditDays - 1);
    await purgeAudit(db);
    expect((await historyOf(site, at)).map(({ id }) => id)).toEqual([ids.third, ids.second]);
  });

  test('names nobody once the user is gone', async () => {
    const site = await withVersions();
    const now = new Date().toISOString();
    const user = { id: 'other', username: 'other', password: '', role: 'admin', email: null };
    await site.db
      .insertInto('users')
      .values({ ...user, createdAt: now })
      .execute();
    await site.db
      .updateTable('audit')
      .set({ userId: 'other' })
      .where('id', '=', site.ids.second ?? '')
      .execute();
    const names = async () => (await historyOf(site, site.at)).map(({ by }) => by);
    expect(await names()).toEqual(['admin', 'other', 'admin']);
    await site.db.deleteFrom('users').where('id', '=', 'other').execute();
    expect(await names()).toEqual(['admin', null, 'admin']);
  });
});
