import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import '../../src/db/site-state.server';
import { type Database, openDatabase } from '../../src/db/database.server';
import { runInTransaction } from '../../src/db/transactions.server';
import pooler from '../faults/pooler.fault';
import { expectFaultPasses } from '../support/expect-fault';
import { createTestSettings, startTestServer } from '../support/test-resources';

test('site behind PgBouncer passes the fault "pooler"', (context) =>
  expectFaultPasses(context, pooler, 'postgres', { leads: 40 }));

describe('MIGRATION_DATABASE_URL', () => {
  test('is the address that the start migrates through', async () => {
    const settings = await createTestSettings('postgres');
    const unreachable = 'postgres://postgres@127.0.0.1:1/nowhere';
    const server = await startTestServer(
      { ...settings, MIGRATION_DATABASE_URL: unreachable },
      { wait: false },
    );
    await expect
      .poll(server.output)
      .toContain('PostgreSQL is not available (connect ECONNREFUSED 127.0.0.1:1)');
  });
});

describe('prepared statements that a pooler has dropped', () => {
  const insert = (db: Pick<Database, 'insertInto'>, key: string) =>
    db.insertInto('siteState').values({ key, value: '' }).execute();

  async function openScratchDatabase() {
    const db = await openDatabase(await createTestSettings('postgres'));
    onTestFinished(() => db.destroy());
    await sql`create table site_state (key text primary key, value text)`.execute(db);
    await insert(db, 'first');
    // As in a transaction pool, whose next connection knows none of the prepared statements.
    await sql`deallocate all`.execute(db);
    return db;
  }

  test('fail neither a single statement nor a transaction, and are not prepared again', async () => {
    const single = await openScratchDatabase();
    await insert(single, 'second');
    const transactional = await openScratchDatabase();
    await runInTransaction(transactional, (transaction) => insert(transaction, 'second'));
    for (const db of [single, transactional]) {
      const keys = await db.selectFrom('siteState').select('key').orderBy('key').execute();
      expect(keys).toEqual([{ key: 'first' }, { key: 'second' }]);
      const { rows } = await sql`select name from pg_prepared_statements`.execute(db);
      expect(rows).toEqual([]);
    }
  });
});
