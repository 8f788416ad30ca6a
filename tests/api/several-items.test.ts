import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { talents } from '../../src/content/collections/talents/contract';
import { CollectionStore } from '../../src/content/kit/store.server';
import { getCollectionTable } from '../../src/content/kit/table.server';
import { readContentVersion } from '../../src/db/content-version.server';
import { getTimeAgo, SECOND } from '../../src/lib/time/durations';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

const talentTable = getCollectionTable(talents);

const withoutVersion = (items: Record<string, unknown>[]) =>
  items.map(({ updatedAt: _, ...item }) => item);

describe('several items', () => {
  test('are deleted and restored together, or not at all', async () => {
    const { admin, visitor } = await createTestApp();
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      ids.push((await admin('POST', '/api/talents', sampleItems.talents)).json().id);
    }
    const [first = '', , last = ''] = ids;
    const count = async () => (await visitor('GET', '/api/talents')).json().length;
    const deleteAll = (chosen: string[]) => admin('POST', '/api/talents/delete', { ids: chosen });
    expect((await deleteAll([first, 'unknown'])).statusCode).toBe(404);
    expect(await count()).toBe(3);
    expect((await deleteAll([first, last])).statusCode).toBe(204);
    expect(await count()).toBe(1);
    const restored = await admin('POST', '/api/talents/restore', { ids: [first, last] });
    expect(restored.statusCode).toBe(200);
    const listed: { id: string }[] = (await visitor('GET', '/api/talents')).json();
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect((await deleteAll([])).statusCode).toBe(400);
  });
});

describe('POST /api/talents/update', () => {
  test('unpublishes and restores several talents together, or none', async () => {
    const { admin, visitor } = await createTestApp();
    const pendingName = 'Ana Maria.';
    const ids: string[] = [];
    for (const name of ['Ana.', 'Ben.', 'Cleo.']) {
      ids.push((await admin('POST', '/api/talents', { ...sampleItems.talents, name })).json().id);
    }
    const [ana = '', ben = ''] = ids;
    await admin('PATCH', `/api/talents/${ana}`, { pending: { name: pendingName } });
    const before = (await admin('GET', '/api/talents/all')).json();
    const change = (chosen: string[], values: object) =>
      admin('POST', '/api/talents/update', { changes: chosen.map((id) => ({ id, values })) });
    const listNames = async () =>
      (await visitor('GET', '/api/talents')).json().map(({ name }: { name: string }) => name);

    expect((await change([ana, 'unknown'], { state: 'draft' })).statusCode).toBe(404);
    expect((await change([ana, ben], { state: 'gone' })).statusCode).toBe(400);
    expect((await change([], { state: 'draft' })).statusCode).toBe(400);
    expect(await listNames()).toEqual(['Ana.', 'Ben.', 'Cleo.']);
    const down = await change([ana, ben], { state: 'draft' });
    expect(down.json()).toMatchObject([
      { id: ana, name: pendingName, state: 'draft', takenDownAt: expect.any(String) },
      { id: ben, state: 'draft', takenDownAt: expect.any(String) },
    ]);
    expect(await listNames()).toEqual(['Cleo.']);

    await admin('POST', '/api/talents/update', {
      changes: [
        { id: ana, values: { name: 'Ana.', state: 'published', pending: { name: pendingName } } },
        { id: ben, values: { state: 'published', pending: null } },
      ],
    });
    expect(await listNames()).toEqual(['Ana.', 'Ben.', 'Cleo.']);
    const after = (await admin('GET', '/api/talents/all')).json();
    expect(withoutVersion(after)).toEqual(withoutVersion(before));
  });
});

describe('POST /api/talents/update with versions', () => {
  test('accepts as many changes as the contract allows', async () => {
    const { admin } = await createTestApp();
    const version = getTimeAgo(SECOND);
    const changes = Array.from({ length: 1_000 }, () => {
      const item = { id: randomUUID(), version };
      return { ...item, values: { state: 'draft', publishAt: null, unpublishAt: null } };
    });
    expect((await admin('POST', '/api/talents/update', { changes })).statusCode).toBe(404);
    const tooMany = { changes: [...changes, ...changes] };
    expect((await admin('POST', '/api/talents/update', tooMany)).statusCode).toBe(400);
  });

  test('changes nothing when another version of one talent is stored', async () => {
    const { admin } = await createTestApp();
    const ana = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const ben = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const values = { state: 'draft' };
    const takeDown = (items: { id: string; updatedAt: string }[]) =>
      admin('POST', '/api/talents/update', {
        changes: items.map(({ id, updatedAt: version }) => ({ id, values, version })),
      });
    const listAll = async () => (await admin('GET', '/api/talents/all')).json();

    await admin('PATCH', `/api/talents/${ben.id}`, { pending: { title: 'Draft of a colleague' } });
    const stored = await listAll();
    const refused = await takeDown([ana, ben]);
    expect([refused.statusCode, refused.json().code]).toEqual([412, 'changed']);
    expect(await listAll()).toEqual(stored);

    expect((await takeDown(stored)).json()).toMatchObject([values, values]);
  });
});

describe('the number of statements does not depend on the number of items', () => {
  /** Creates a site with 101 talents: one, and a hundred copies of it. */
  async function createSite() {
    const site = await createTestApp();
    const { admin, db, listStatements } = site;
    const { id } = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const row = await db.selectFrom(talentTable).selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: 100 }, (_, index) => ({
      ...row,
      id: `copy-${String(index).padStart(3, '0')}`,
      displayOrder: index + 1,
    }));
    await db.insertInto(talentTable).values(copies).execute();
    return {
      ...site,
      id: String(id),
      copyIds: copies.map((copy) => copy.id),
      countStatements: async (path: string, body: object) => {
        const statements = await listStatements(async () => {
          const response = await admin('POST', `/api/talents${path}`, body);
          expect(response.statusCode, response.body).toBeLessThan(300);
        });
        // The content version is polled meanwhile.
        return statements.filter((sql) => !/^select "value" from "site_state"/.test(sql)).length;
      },
      readVersion: () => readContentVersion(db),
      listAudit: async (action: 'changed' | 'deleted' | 'restored' | 'reordered') =>
        db.selectFrom('audit').selectAll().where('action', '=', action).execute(),
    };
  }

  /** Statements of background jobs and of caches that are filled again. */
  const tolerance = 20;

  test.each([
    ['without pictures', { yearsExperience: 5 }],
    ['with a picture', { pending: { imageUrl: '/objects/uploads/other.jpg' } }],
  ])('when they are changed %s', async (_, values) => {
    const { admin, id, copyIds, countStatements, listAudit, readVersion } = await createSite();
    const toBody = (ids: string[]) => ({ changes: ids.map((one) => ({ id: one, values })) });
    const countForOne = await countStatements('/update', toBody([id]));
    expect(await countStatements('/update', toBody(copyIds))).toBeLessThan(countForOne + tolerance);
    const items = (await admin('GET', '/api/talents/all')).json();
    expect(items).toHaveLength(101);
    for (const item of items) expect(item).toMatchObject(values);
    const entries = await listAudit('changed');
    expect(entries.map(({ itemId }) => itemId).sort()).toEqual([id, ...copyIds].sort());
    const stored = items.find((item: { id: string }) => item.id === 'copy-099');
    const entry = entries.find(({ itemId }) => itemId === 'copy-099');
    expect(entry).toMatchObject({ userId: 'admin', at: stored.updatedAt });
    expect(JSON.parse(entry?.after ?? '')).toEqual(stored);
    // The same again changes nothing.
    const version = await readVersion();
    await countStatements('/update', toBody(copyIds));
    expect((await admin('GET', '/api/talents/all')).json()).toEqual(items);
    expect(await listAudit('changed')).toHaveLength(101);
    expect(await readVersion()).toBe(version);
  });

  test('when they are deleted and restored', async () => {
    const { admin, id, copyIds, countStatements, listAudit } = await createSite();
    const before = (await admin('GET', '/api/talents/all')).json();
    const countForOne = await countStatements('/delete', { ids: [id] });
    expect(await countStatements('/delete', { ids: copyIds })).toBeLessThan(
      countForOne + tolerance,
    );
    expect((await admin('GET', '/api/talents/all')).json()).toEqual([]);
    expect(await listAudit('deleted')).toHaveLength(101);
    const restoredForOne = await countStatements('/restore', { ids: [id] });
    expect(await countStatements('/restore', { ids: copyIds })).toBeLessThan(
      restoredForOne + tolerance,
    );
    const after = (await admin('GET', '/api/talents/all')).json();
    expect(withoutVersion(after)).toEqual(withoutVersion(before));
    for (const [place, item] of after.entries())
      expect(item.updatedAt > before[place].updatedAt).toBe(true);
    const entries = await listAudit('restored');
    expect(entries).toHaveLength(101);
    expect(JSON.parse(entries.find(({ itemId }) => itemId === 'copy-099')?.after ?? '')).toEqual(
      after.find((item: { id: string }) => item.id === 'copy-099'),
    );
  });

  test('when they are moved', async () => {
    const { admin, id, copyIds, countStatements } = await createSite();
    const [first = '', second = '', ...rest] = copyIds;
    const countForTwo = await countStatements('/reorder', {
      orderedIds: [id, second, first, ...rest],
    });
    const orderedIds = [...copyIds, id].reverse();
    expect(await countStatements('/reorder', { orderedIds })).toBeLessThan(countForTwo + tolerance);
    const items: { id: string }[] = (await admin('GET', '/api/talents/all')).json();
    expect(items.map((item) => item.id)).toEqual(orderedIds);
  });

  test('when they are published at their time', async () => {
    const { admin, db, copyIds, listStatements, listAudit } = await createSite();
    await db
      .updateTable(talentTable)
      .set({ state: 'scheduled', publishAt: getTimeAgo(SECOND) })
      .where('id', 'in', copyIds)
      .execute();
    const store = new CollectionStore(db, talents);
    const statements = await listStatements(() => store.applyDueChanges(getTimeAgo(0)));
    expect(statements.length).toBeLessThan(tolerance);
    const items: { state: string }[] = (await admin('GET', '/api/talents/all')).json();
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['published']));
    expect(await listAudit('changed')).toHaveLength(100);
  });

  test('when they are demo content that is removed and restored', async () => {
    const { admin, db, id, copyIds, listStatements, listAudit } = await createSite();
    const count = async (path: string) =>
      (
        await listStatements(async () => {
          expect((await admin('POST', `/api/demo/${path}`)).statusCode).toBe(200);
        })
      ).length;
    const mark = (ids: string[]) =>
      db
        .insertInto('demoItems')
        .values(ids.map((itemId) => ({ itemId, collection: 'talents', removedAt: null })))
        .execute();
    await mark([id]);
    const removeOne = await count('remove');
    const restoreOne = await count('restore');
    await mark(copyIds);
    expect(await count('remove')).toBeLessThan(removeOne + tolerance);
    expect((await admin('GET', '/api/talents/all')).json()).toEqual([]);
    expect(await count('restore')).toBeLessThan(restoreOne + tolerance);
    expect((await admin('GET', '/api/talents/all')).json()).toHaveLength(101);
    expect(await listAudit('restored')).toHaveLength(102);
  });
});
