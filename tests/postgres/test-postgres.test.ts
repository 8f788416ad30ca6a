import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgresWatchdog } from '../../src/db/postgres/postgres-watchdog.server';
import { createTestDatabase } from '../support/test-database';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase('postgres');
  client = new pg.Client({ connectionString: database.env.DATABASE_URL });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('test PostgreSQL', () => {
  test('is a real server, which waits for the disk at each commit', async () => {
    const { rows } = await client.query(`select version(), current_setting('fsync') as fsync,
      current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit`);
    expect(rows).toEqual([
      { version: expect.stringMatching(/^PostgreSQL \d+/), fsync: 'on', pages: 'on', commit: 'on' },
    ]);
  });

  test('sorts text by the rules of a language, not by bytes', async () => {
    const { rows } = await client.query(`select x from unnest(array['b', 'B', 'a']) x order by x`);
    expect(rows.map(({ x }) => x)).toEqual(['a', 'b', 'B']);
  });
});

describe('startPostgresWatchdog', () => {
  test('keeps the connections of a healthy database while this process is busy', async () => {
    const config = { connectionString: database.env.DATABASE_URL };
    const pool = new pg.Pool(config);
    const watchdog = startPostgresWatchdog(pool, config);
    pool.on('connect', watchdog.add);
    onTestFinished(async () => {
      await watchdog.stop();
      await pool.end();
    });
    const query = pool.query('select pg_sleep(4)');
    query.catch(() => {});
    for (let round = 0; round < 2; round += 1) {
      await pause(350);
      const busyUntil = performance.now() + 1_500;
      while (performance.now() < busyUntil);
    }
    await expect(query).resolves.toMatchObject({ rowCount: 1 });
  });
});
