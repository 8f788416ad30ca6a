import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.server';
import { completeLeads } from '../../src/leads/search/search-texts.server';
import { findLeadsByText } from '../../src/leads/search/text-search.server';
import { restore } from '../../src/operations/backup/restore.server';
import { copyLead } from '../support/copy-lead';
import { sampleLead } from '../support/samples';
import { createTemporaryBackup } from '../support/temporary-backup';
import { createTestApp } from '../support/test-app';
import { createTestSettings } from '../support/test-resources';

/** Moves the texts of leads back to the queue, as the previous release stores new leads. */
async function queueTexts(db: Database, leadIds: readonly string[]): Promise<void> {
  const texts = await db
    .deleteFrom('leadSearchTexts')
    .where('leadId', 'in', leadIds)
    .returning(['leadId', 'text'])
    .execute();
  const pairs = texts.map(({ leadId, text }) => [leadId, text]);
  await db
    .insertInto('leadSearchQueue')
    .values({ id: `queued-${leadIds[0]}`, texts: JSON.stringify(pairs) })
    .execute();
}

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
  test('finds a lead by its index as soon as it is stored or changed, by its new text only', async () => {
    const { admin, send, count, countUnindexed } = await createSite();
    const change = (companyName: string) => admin('PATCH', `/api/leads/${id}`, { companyName });
    const id = await send('Perrault Dental');
    expect(await countUnindexed()).toEqual({ queued: 0, stored: 0 });
    expect(await count('rraul')).toBe(1);
    expect(await count('rr')).toBe(1);
    expect(await count('rraux')).toBe(0);
    await change('Okafor Clinic');
    expect([await count('perrault'), await count('okafor')]).toEqual([0, 1]);
    await change('Lindqvist Studio');
    expect([await count('okafor'), await count('lindqvist')]).toEqual([0, 1]);
  });

  test('counts many leads that are partly indexed, without deleted and merged ones', async () => {
    const { db, admin, send, count } = await createSite();
    const kept = await send('Orchard Gym');
    const deleted = await send('Orchard Gym');
    const merged = await send('Orchard Gym');
    const text = 'orchard gym\nan earlier release';
    const copies = await copyLead(db, kept, 2_100, () => ({ message: 'An earlier release' }));
    await db
      .insertInto('leadSearchTexts')
      .values(copies.map((leadId) => ({ leadId, text, indexed: 0 })))
      .execute();
    const later = [await send('Orchard Gym'), await send('Orchard Gym'), await send('Other')];
    expect(await count('orchard gym')).toBe(2_105);
    for (const id of [deleted, later[0]]) await admin('DELETE', `/api/leads/${id}`);
    await admin('POST', '/api/leads/merge', { keepId: kept, otherId: merged });
    expect(await count('orchard gym')).toBe(2_102);
    await completeLeads(db);
    expect(await count('orchard gym')).toBe(2_102);
    expect(await count('earlier release')).toBe(2_100);
    expect(await count('other')).toBe(1);
  });

  test('treats the operators of a full-text query as text', async () => {
    const { send, count } = await createSite();
    await send('"Perrault" AND Sons*');
    for (const q of ['"perrault" and', 'sons*', '" AND S']) expect(await count(q), q).toBe(1);
    for (const q of ['perrault or', 'per*', 'NOT sons', '^perrault', 'text: sons', '"""', 'a"b"c'])
      expect(await count(q), q).toBe(0);
  });

  test('finds leads that an earlier release stores or changes', async () => {
    const { db, send, count, countUnindexed } = await createSite();
    const indexedId = await send('Perrault Dental');
    const id = await send('Lindqvist Studio');
    await db.deleteFrom('leadSearchTexts').where('leadId', '=', id).execute();
    await sql`insert into lead_search_texts (lead_id, text) values (${id}, 'lindqvist')`.execute(
      db,
    );
    expect(await count('lindqvist')).toBe(1);
    expect(await countUnindexed()).toEqual({ queued: 0, stored: 1 });
    await completeLeads(db);
    expect(await countUnindexed()).toEqual({ queued: 0, stored: 0 });
    expect(await count('lindqvist')).toBe(1);
    await db
      .updateTable('leadSearchTexts')
      .set({ text: 'okafor clinic' })
      .where('leadId', '=', indexedId)
      .execute();
    expect([await count('perrault'), await count('okafor')]).toEqual([0, 1]);
  });
});

describe('texts that the previous release has queued', () => {
  test('are indexed once, by whichever process starts', async () => {
    const { db, admin, send, count, countUnindexed } = await createSite();
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) => send(`Perrault ${index}`)),
    );
    await queueTexts(db, ids.slice(0, 20));
    await queueTexts(db, ids.slice(20));
    await admin('PATCH', `/api/leads/${ids[3]}`, { companyName: 'Okafor Clinic' });
    expect(await count('perrault')).toBe(0);
    await Promise.all(Array.from({ length: 3 }, () => completeLeads(db)));
    expect(await countUnindexed()).toEqual({ queued: 0, stored: 0 });
    expect([await count('perrault'), await count('okafor')]).toEqual([29, 1]);
  });

  test('are indexed when the site starts', async () => {
    const { app, db, send, count } = await createSite();
    await queueTexts(db, [await send('Perrault Dental')]);
    await app.listen({ port: 0 });
    await expect.poll(() => count('perrault')).toBe(1);
  });

  test('are indexed in batches, between which the process does its other work', async () => {
    const { db, send, count } = await createSite();
    await copyLead(db, await send('Perrault Dental'), 1_000);
    let turns = 0;
    let counting = true;
    const countTurns = () => {
      turns += 1;
      if (counting) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await completeLeads(db);
    counting = false;
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(await count('perrault')).toBe(1_001);
  });

  test('are dropped with a lead that was deleted for good', async () => {
    const { db, send, countUnindexed } = await createSite();
    await queueTexts(db, [await send('Perrault Dental')]);
    await db.deleteFrom('idempotencyKeys').execute();
    await db.deleteFrom('leads').execute();
    await completeLeads(db);
    expect(await countUnindexed()).toEqual({ queued: 0, stored: 0 });
    expect(await db.selectFrom('leadSearchTexts').selectAll().execute()).toEqual([]);
  });

  test('are erased with the person', async () => {
    const { db, admin, send } = await createSite();
    await queueTexts(db, [await send('Perrault Dental')]);
    const erased = await admin('POST', '/api/privacy/erase', { email: sampleLead.email });
    expect(erased.json().erasedLeadIds).toHaveLength(1);
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
    await queueTexts(db, ids.slice(1));
    const { file } = await createTemporaryBackup(environment);
    const target = await createTestSettings(engine);
    await restore(target, file, { force: false });
    const restored = await openDatabase(target);
    onTestFinished(() => restored.destroy());
    expect((await findLeadsByText(restored, 'perrault'))?.ids).toEqual(ids.slice(0, 1));
    await completeLeads(restored);
    expect((await findLeadsByText(restored, 'perrault'))?.ids.sort()).toEqual(ids.sort());
  });

  test('survives a VACUUM of the SQLite file', async () => {
    if (inject('engine') !== 'sqlite') return;
    const { db, send, count } = await createSite();
    const ids = [];
    for (let index = 0; index < 20; index += 1) ids.push(await send(`Perrault-${index} Dental`));
    await db.deleteFrom('idempotencyKeys').execute();
    await db.deleteFrom('leads').where('id', 'in', ids.slice(0, 10)).execute();
    await sql`vacuum`.execute(db);
    expect(await count('perrault-15 dental')).toBe(1);
    expect(await count('perrault')).toBe(10);
  });
});
