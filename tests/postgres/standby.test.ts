import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { countRows, openDatabase, withDatabase } from '../../src/db/database.server';
import { migrate } from '../../src/db/migrate.server';
import { createLoggedSite } from '../support/logged-site';
import { startPostgres } from '../support/postgres';
import { query } from '../support/postgres-client';
import { sampleLead } from '../support/samples';
import { postFrom } from '../support/test-app';
import { createTestFolder } from '../support/test-resources';

test('DATABASE_URL with the standby before the primary leads to the primary', async () => {
  const primary = await startPostgres();
  onTestFinished(() => primary.stop());
  const standby = await startPostgres('memory', primary.url);
  onTestFinished(() => standby.stop());
  const { username, host, pathname } = new URL(primary.url);
  const hosts = `${new URL(standby.url).host},${host}`;
  const folder = createTestFolder();
  const db = await openDatabase({
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${username}@${hosts}${pathname}`,
  });
  onTestFinished(() => db.destroy());
  const isInRecovery = async () => {
    const { rows } = await sql<{ standby: boolean }>`
      select pg_is_in_recovery() as standby`.execute(db);
    return rows[0]?.standby;
  };
  await expect.poll(isInRecovery).toBe(false);
  await expect(sql`create table written (id integer)`.execute(db)).resolves.toBeDefined();
  // It stays there.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await isInRecovery()).toBe(false);
});

/** Starts a site on a PostgreSQL of its own, whose commits can be made to wait for a standby. */
async function createSite() {
  const { url, stop } = await startPostgres();
  onTestFinished(stop);
  await withDatabase({ DATA_DIR: createTestFolder(), DATABASE_URL: url }, (db) => migrate(db));
  const site = await createLoggedSite({ DATABASE_URL: url });
  const requireStandby = async (name: string) => {
    await query(url, `alter system set synchronous_standby_names = '${name}'`);
    await query(url, 'select pg_reload_conf()');
  };
  onTestFinished(() => requireStandby(''));
  const countHangingCommits = async () =>
    (await query(url, "select from pg_stat_activity where wait_event = 'SyncRep'")).length;
  return { ...site, requireStandby, countHangingCommits };
}

test('inquiries get 503 while a synchronous standby is missing, and each is stored once when it is back', async () => {
  const site = await createSite();
  const { visitor, db, entries, requireStandby, countHangingCommits } = site;
  await requireStandby('missing');
  await expect.poll(async () => (await visitor('GET', '/readyz')).statusCode).toBe(503);

  /** Each network is counted in a row of its own. */
  const send = (key: string, network = 0) =>
    postFrom(site, `203.0.${network}.9`, '/api/leads', sampleLead, { 'idempotency-key': key });
  const keys = ['first-inquiry', 'second-inquiry', 'third-inquiry'];
  // Far more of others than connections in the pool.
  for (let round = 0; round < 20; round += 1) {
    const suffix = round === 0 ? '' : `-${round}`;
    const responses = await Promise.all(
      keys.map((name, index) => send(name + suffix, round * keys.length + index)),
    );
    for (const { statusCode, headers } of responses) {
      expect(statusCode).toBe(503);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  }
  expect(await countHangingCommits()).toBeLessThan(10);
  // There are connections left to read with.
  expect(await countRows(db.selectFrom('leads'))).toBe(0);

  await requireStandby('');
  await expect
    .poll(async () =>
      (await Promise.all(keys.map((key) => send(key)))).map(({ statusCode }) => statusCode),
    )
    .toEqual([201, 201, 201]);
  expect(await countRows(db.selectFrom('leads'))).toBe(3);
  const messages = () => entries.map(({ msg }) => msg);
  await expect.poll(messages).toContain('storage is available again');
  expect(messages().filter((message) => message === 'storage is unavailable')).toHaveLength(1);
});
