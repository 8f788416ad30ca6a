import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/db/database.server';
import {
  drainSearchQueue,
  indexQueuedTexts,
} from '../../src/features/leads/search/search-queue.server';
import { indexStoredTexts } from '../../src/features/leads/search/search-text-table.server';
import { findLeadIdsByText } from '../../src/features/leads/search/text-search.server';
import { createBackup } from '../../src/operations/backup/create-backup.server';
import { restore } from '../../src/operations/backup/restore.server';
import { sampleLead } from '../samples';
import { temporaryFolder } from '../temporary-folder';
import { createTestApp } from '../test-app';
import { createTestDatabase } from '../test-database';

/** Creates a site with functions that store an inquiry, and count the matches of a search. */
async function createSite() {
  const site = await createTestApp();
  const { visitor, admin, db } = site;
  const send = async (companyName: string): Promise<string> => {
    const sent = await visitor('POST', '/api/leads', { ...sampleLead, companyName });
    expect(sent.statusCode).toBe(201);
    return sent.json().id;
  };
  const count = async (q: string): Promise<number> => {
    const found = await admin('GET', `/api/leads?limit=500&q=${encodeURIComponent(q)}`);
    expect(found.statusCode).toBe(200);
    const total = Number(found.headers['x-total-count']);
    expect(found.json()).toHaveLength(Math.min(total, 500));
    return total;
  };
  const countUnindexed = async () => ({
    queued: (await db.selectFrom('leadSearchQueue').selectAll().execute()).length,
    stored: (await db.selectFrom('leadSearchTexts').where('indexed', '=', 0).selectAll().execute())
      .length,
  });
  return { ...site, send, count, countUnindexed };
}

describe('GET /api/leads?q=', () => {
  test('finds a lead as soon as it is stored, and when it is indexed', async () => {
    const { db, send, count, countUnindexed } = await createSite();
    await send('Perrault Dental');
    expect(await count('rraul')).toBe(1);
    await drainSearchQueue(db);
    expect(await countUnindexed()).toEqual({ queued: 0, stored: 0 });
    expect(await count('rraul')).toBe(1);
    expect(await count('rr')).toBe(1);
    expect(await count('rraux')).toBe(0);
  });

  test('finds a changed lead by its new text only, whenever it is indexed', async () => {
    const { db, admin, send, count } = await createSite();
    const change = (id: string, companyName: string) =>
      admin('PATCH', `/api/leads/${id}`, { companyName });
    const id = await send('Perrault Dental');
    await change(id, 'Okafor Clinic');
    expect([await count('perrault'), await count('okafor')]).toEqual([0, 1]);
    await drainSearchQueue(db);
    expect([await count('perrault'), await count('okafor')]).toEqual([0, 1]);
    await change(id, 'Lindqvist Studio');
    expect([await count('okafor'), await count('lindqvist')]).toEqual([0, 1]);
  });

  test('counts many leads that are partly indexed, without deleted and merged ones', async () => {
    const { db, admin, send, count } = await createSite();
    const kept = await send('Orchard Gym');
    const deleted = await send('Orchard Gym');
    const merged = await send('Orchard Gym');
    await drainSearchQueue(db);
    const row = await db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    const text = 'orchard gym of an earlier release';
    const rows = Array.from({ length: 2_100 }, (_, index) => ({ ...row, id: `copy-${index}` }));
    // SQLite allows 32,766 parameters.
    for (let from = 0; from < rows.length; from += 300) {
      await db
        .insertInto('leads')
        .values(rows.slice(from, from + 300))
        .execute();
    }
    await db
      .insertInto('leadSearchTexts')
      .values(rows.map(({ id }) => ({ leadId: id, text, indexed: 0 })))
      .execute();
    const queued = [await send('Orchard Gym'), await send('Orchard Gym'), await send('Other')];
    expect(await count('orchard gym')).toBe(2_105);
    for (const id of [deleted, queued[0]]) await admin('DELETE', `/api/leads/${id}`);
    await admin('POST', '/api/leads/merge', { keepId: kept, otherId: merged });
    expect(await count('orchard gym')).toBe(2_102);
    while (await indexStoredTexts(db));
    expect(await count('orchard gym')).toBe(2_102);
    expect(await count('earlier release')).toBe(2_100);
    await drainSearchQueue(db);
    expect(await count('orchard gym')).toBe(2_102);
    expect(await count('other')).toBe(1);
  });

  test('treats the operators of a full-text query as text', async () => {
    const { db, send, count } = await createSite();
    await send('"Perrault" AND Sons*');
    await drainSearchQueue(db);
    for (const q of ['"perrault" and', 'sons*', '" AND S']) expect(await count(q), q).toBe(1);
    for (const q of ['perrault and', 'per*', 'NOT sons', '^perrault', 'text: sons', '"""', 'a"b"c'])
      expect(await count(q), q).toBe(0);
  });

  test('finds leads that an earlier release stores or changes', async () => {
    const { db, send, count, countUnindexed } = await createSite();
    const indexedId = await send('Perrault Dental');
    const id = await send('Lindqvist Studio');
    await drainSearchQueue(db);
    await db.deleteFrom('leadSearchTexts').where('leadId', '=', id).execute();
    await sql`insert into lead_search_texts (lead_id, text) values (${id}, 'lindqvist')`.execute(
      db,
    );
    expect(await count('lindqvist')).toBe(1);
    expect(await countUnindexed()).toEqual({ queued: 0, stored: 1 });
    expect(await indexStoredTexts(db)).toBe(true);
    expect(await indexStoredTexts(db)).toBe(false);
    expect(await count('lindqvist')).toBe(1);
    await db
      .updateTable('leadSearchTexts')
      .set({ text: 'okafor clinic' })
      .where('leadId', '=', indexedId)
      .execute();
    expect([await count('perrault'), await count('okafor')]).toEqual([0, 1]);
  });
});

describe('indexQueuedTexts', () => {
  test('indexes each lead once when several processes run it', async () => {
    const { db, send, count, countUnindexed } = await createSite();
    await Promise.all(Array.from({ length: 30 }, (_, index) => send(`Perrault ${index}`)));
    const drains = Array.from({ length: 3 }, () => drainSearchQueue(db));
    await Promise.all(drains);
    await drainSearchQueue(db);
    expect(await countUnindexed()).toEqual({ queued: 0, stored: 0 });
    expect(await count('perrault')).toBe(30);
  });

  test('skips a lead that was deleted for good', async () => {
    const { db, send, countUnindexed } = await createSite();
    await send('Perrault Dental');
    await db.deleteFrom('idempotencyKeys').execute();
    await db.deleteFrom('leads').execute();
    expect(await indexQueuedTexts(db)).toBe(true);
    expect(await countUnindexed()).toEqual({ queued: 0, stored: 0 });
    expect(await db.selectFrom('leadSearchTexts').selectAll().execute()).toEqual([]);
  });
});

describe('POST /api/privacy/erase', () => {
  test('leaves no text of a lead that is not indexed yet', async () => {
    const { db, admin, send, count } = await createSite();
    await send('Perrault Dental');
    const erased = await admin('POST', '/api/privacy/erase', { email: sampleLead.email });
    expect(erased.json().erasedLeadIds).toHaveLength(1);
    expect(await count('perrault')).toBe(0);
    for (const table of ['leadSearchQueue', 'leadSearchTexts'] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  });
});

describe('the search index', () => {
  test.each(['sqlite', 'postgres'] as const)('is restored on %s with a backup', async (engine) => {
    // The tests on SQLite run without PostgreSQL.
    if (engine === 'postgres' && inject('engine') === 'sqlite') return;
    const { db, environment, send } = await createSite();
    const ids = [await send('Perrault Dental'), await send('Perrault Clinic')];
    await indexQueuedTexts(db);
    ids.push(await send('Perrault Studio'));
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const file = join(folder.path, 'site.backup');
    await createBackup(environment, file);
    const target = await createTestDatabase(engine);
    onTestFinished(() => target.drop());
    await restore(target.env, file, { force: false });
    const restored = await openDatabase(target.env);
    onTestFinished(() => restored.destroy());
    expect((await findLeadIdsByText(restored, 'perrault'))?.sort()).toEqual(ids.sort());
    await drainSearchQueue(restored);
    expect((await findLeadIdsByText(restored, 'perrault'))?.sort()).toEqual(ids.sort());
  });

  test('survives a VACUUM of the SQLite file', async () => {
    if (inject('engine') !== 'sqlite') return;
    const { db, send, count } = await createSite();
    const ids = [];
    for (let index = 0; index < 20; index += 1) ids.push(await send(`Perrault ${index} Dental`));
    await drainSearchQueue(db);
    await db.deleteFrom('idempotencyKeys').execute();
    await db.deleteFrom('leads').where('id', 'in', ids.slice(0, 10)).execute();
    await sql`vacuum`.execute(db);
    expect(await count('perrault 15')).toBe(1);
    expect(await count('perrault')).toBe(10);
  });
});
