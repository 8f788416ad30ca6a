import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { up } from '../../migrations/0016-demo-items';
import { seedDemoContent } from '../../src/app/seed-demo-content.server';
import { collections } from '../../src/content/collections/collections';
import { insertPayment } from '../support/insert-payment';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

const paths = collections.map(({ path }) => path);

async function createDemoSite() {
  const site = await createTestApp();
  await seedDemoContent(site.db);
  const { admin, visitor } = site;
  const list = async (path: string): Promise<{ id: string; name?: string }[]> =>
    (await visitor('GET', `/api/${path}`)).json();
  return {
    ...site,
    list,
    readDemo: async () => (await admin('GET', '/api/demo')).json(),
    remove: () => admin('POST', '/api/demo/remove'),
    restore: () => admin('POST', '/api/demo/restore'),
  };
}

describe('GET /api/demo', () => {
  test('lists all items of a new site, and none that the owner has added, edited or deleted', async () => {
    const { admin, list, readDemo } = await createDemoSite();
    const [edited, deleted, ...others] = await list('talents');
    await admin('POST', '/api/talents', sampleItems.talents);
    await admin('PATCH', `/api/talents/${edited?.id}`, { name: 'Rosa' });
    await admin('DELETE', `/api/talents/${deleted?.id}`);
    const { items, restorableUntil } = await readDemo();
    expect(items.talents).toEqual(others.map(({ id }) => id));
    expect(items.packages).toHaveLength(3);
    expect(restorableUntil).toBeNull();
  });

  test('still lists items that the owner has only reordered', async () => {
    const { admin, list, readDemo } = await createDemoSite();
    const ids = (await list('stats')).map(({ id }) => id).reverse();
    await admin('POST', '/api/stats/reorder', { orderedIds: ids });
    expect((await readDemo()).items.stats).toEqual(ids);
  });
});

describe('the pages', () => {
  test('show drawings of the demo content until the last demo item is edited', async () => {
    const { admin, list, visitor } = await createDemoSite();
    const showsClients = async () => (await visitor('GET', '/')).body.includes('Ironquay');
    const [last, ...others] = await list('talents');
    for (const { id } of others) await admin('DELETE', `/api/talents/${id}`);
    for (const path of paths.filter((path) => path !== 'talents')) {
      for (const { id } of await list(path)) await admin('DELETE', `/api/${path}/${id}`);
    }
    expect(await showsClients()).toBe(true);
    await admin('PATCH', `/api/talents/${last?.id}`, { name: 'Rosa' });
    expect(await showsClients()).toBe(false);
  });
});

describe('POST /api/demo/remove', () => {
  test('removes all demo items in one step, and nothing of the owner’s', async () => {
    const { admin, list, remove } = await createDemoSite();
    const own = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const [edited] = await list('packages');
    await admin('PATCH', `/api/packages/${edited?.id}`, { name: 'Front desk' });
    const removed = await remove();
    expect(removed.statusCode).toBe(200);
    expect(Date.parse(removed.json().restorableUntil)).toBeGreaterThan(Date.now() + 86_000_000);
    expect((await list('talents')).map(({ id }) => id)).toEqual([own.id]);
    expect((await list('packages')).map(({ name }) => name)).toEqual(['Front desk']);
    expect(await list('stats')).toEqual([]);
    expect(await list('case-studies')).toEqual([]);
  });

  test('keeps a package that was paid', async () => {
    const { db, list, remove, visitor } = await createDemoSite();
    const [paid] = await list('packages');
    const lead = (await visitor('POST', '/api/leads', sampleLead)).json();
    await insertPayment(db, lead.id, String(paid?.id), 'succeeded');
    await remove();
    expect((await list('packages')).map(({ id }) => id)).toEqual([paid?.id]);
  });
});

describe('POST /api/demo/restore', () => {
  test('restores all items at their positions', async () => {
    const { list, remove, restore, readDemo } = await createDemoSite();
    const readAll = () =>
      Promise.all(paths.map(async (path) => (await list(path)).map(({ id }) => id)));
    const before = await readAll();
    const demo = await readDemo();
    await remove();
    expect((await restore()).json()).toEqual(demo);
    expect(await readAll()).toEqual(before);
    await remove();
    expect(await list('talents')).toEqual([]);
  });

  test('restores the rest when the owner has restored or permanently deleted some individually', async () => {
    const { admin, list, remove, restore } = await createDemoSite();
    const [purged, ...others] = (await list('talents')).map(({ id }) => id);
    await remove();
    await admin('POST', `/api/talents/${others[2]}/restore`);
    await admin('DELETE', `/api/talents/${purged}/history`);
    expect((await restore()).statusCode).toBe(200);
    expect((await list('talents')).map(({ id }) => id)).toEqual(others);
  });

  test('returns 410 a day later, or when nothing was removed', async () => {
    const { db, remove, restore } = await createDemoSite();
    expect((await restore()).statusCode).toBe(410);
    await remove();
    const dayAgo = new Date(Date.now() - 86_400_001).toISOString();
    await db.updateTable('demoItems').set({ removedAt: dayAgo }).execute();
    expect((await restore()).statusCode).toBe(410);
  });
});

describe('the migration of an existing site', () => {
  test('marks the demo items that the owner has not edited', async () => {
    const { db, admin, list, readDemo } = await createDemoSite();
    const [edited, ...others] = await list('talents');
    await admin('PATCH', `/api/talents/${edited?.id}`, { name: 'Rosa' });
    await db.schema.dropTable('demo_items').execute();
    // A migration knows no tables.
    await up(db as unknown as Kysely<unknown>);
    const { items } = await readDemo();
    expect(items.talents).toEqual(others.map(({ id }) => id));
    expect(items['case-studies']).toHaveLength(4);
  });
});
