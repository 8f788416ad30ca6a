import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, TestRunner, test } from 'vitest';
import '../../src/db/site-state.server';
import { type Database, openDatabase } from '../../src/db/database.server';
import { runInTransaction } from '../../src/db/transactions.server';
import { ApiClient, adminPassword } from '../support/api-client';
import { providePgBouncer, startPgBouncer } from '../support/pgbouncer';
import { query } from '../support/postgres-client';
import { sampleItems, sampleLead } from '../support/samples';
import { startServer } from '../support/server-process';
import { startSmtp } from '../support/smtp';
import { createTestDatabase } from '../support/test-database';

type Mode = 'session' | 'transaction';

/** Starts a site that reaches PostgreSQL only through PgBouncer. */
async function startSiteBehindPooler(mode: Mode, settings: Record<string, string> = {}) {
  const provided = providePgBouncer();
  if ('missing' in provided) {
    TestRunner.getCurrentTest()?.context.skip(provided.missing);
    throw new Error(provided.missing);
  }
  const database = await createTestDatabase('postgres');
  onTestFinished(database.drop);
  const pooler = await startPgBouncer(provided.program, {
    databaseUrl: database.env.DATABASE_URL ?? '',
    mode,
    // Few connections for many clients, so that consecutive transactions get different connections.
    poolSize: mode === 'session' ? 20 : 3,
  });
  onTestFinished(pooler.stop);
  const smtp = await startSmtp();
  onTestFinished(smtp.close);
  const server = await startServer({
    ...database.env,
    DATABASE_URL: pooler.url,
    ADMIN_PASSWORD: adminPassword,
    DEMO_CONTENT: 'false',
    SMTP_URL: smtp.url,
    TRUST_PROXY: '127.0.0.1,::1',
    ...settings,
  });
  onTestFinished(async () => {
    await server.kill();
  });
  return { server, smtp, pooler, database };
}

/** Sends concurrent leads of different visitors, each with its own mail domain. @returns their statuses */
const sendLeads = (url: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const api = new ApiClient(url);
      const lead = { ...sampleLead, email: `visitor-${index}@visitor-${index}.example` };
      const { status } = await api.post('/api/leads', lead, {
        'X-Forwarded-For': `203.0.113.${index}`,
      });
      return status;
    }),
  );

describe.each(['session', 'transaction'] as const)('site behind PgBouncer in %s mode', (mode) => {
  test('stores 40 concurrent leads, saves and reorders items, and delivers the mails', async () => {
    const { server, smtp, database } = await startSiteBehindPooler(mode);
    expect(await sendLeads(server.url, 40)).toEqual(Array(40).fill(201));

    const owner = new ApiClient(server.url);
    await owner.signIn();
    const created = await Promise.all(
      Array.from({ length: 8 }, () => owner.post('/api/stats', sampleItems.stats)),
    );
    expect(created.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const ids = created.map(({ body }) => (body as { id: string }).id);
    const reorder = await owner.post('/api/stats/reorder', { orderedIds: ids.toReversed() });
    expect(reorder.status).toBe(200);
    const listed = (await owner.get('/api/stats')).body as { id: string }[];
    expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(((await owner.get('/api/leads?limit=100')).body as unknown[]).length).toBe(40);
    expect((await smtp.received(40)).length).toBe(40);
    expect((await owner.get('/readyz')).status).toBe(200);

    const { DATABASE_URL = '' } = database.env;
    const rows = await query(DATABASE_URL, 'select count(*)::int as leads from leads');
    expect(rows).toEqual([{ leads: 40 }]);
  });
});

describe('PgBouncer in transaction mode', () => {
  test('leaks none of the site’s session settings to other clients', async () => {
    const { server, pooler } = await startSiteBehindPooler('transaction');
    await sendLeads(server.url, 20);
    const otherClients = Array.from(
      { length: 3 },
      () => new pg.Client({ connectionString: pooler.url }),
    );
    await Promise.all(otherClients.map((client) => client.connect()));
    const settings = await Promise.all(
      otherClients.map(async (client) => {
        const { rows } = await client.query(
          `select current_setting('statement_timeout') as limit,
                  current_setting('default_transaction_isolation') as isolation, pg_sleep(0.1)`,
        );
        return [rows[0].limit, rows[0].isolation];
      }),
    );
    await Promise.all(otherClients.map((client) => client.end()));
    expect(settings).toEqual(Array(3).fill(['0', 'read committed']));
  });
});

describe('MIGRATION_DATABASE_URL', () => {
  test('is the address that the start migrates through', async () => {
    const database = await createTestDatabase('postgres');
    onTestFinished(database.drop);
    const unreachable = 'postgres://postgres@127.0.0.1:1/nowhere';
    const server = await startServer(
      { ...database.env, MIGRATION_DATABASE_URL: unreachable },
      { wait: false },
    );
    onTestFinished(async () => {
      await server.kill();
    });
    await expect
      .poll(server.output)
      .toContain('PostgreSQL is not available (connect ECONNREFUSED 127.0.0.1:1)');
  });
});

describe('prepared statements that a pooler has dropped', () => {
  const insert = (db: Pick<Database, 'insertInto'>, key: string) =>
    db.insertInto('siteState').values({ key, value: '' }).execute();

  async function openScratchDatabase() {
    const database = await createTestDatabase('postgres');
    const db = await openDatabase(database.env);
    onTestFinished(async () => {
      await db.destroy();
      await database.drop();
    });
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
