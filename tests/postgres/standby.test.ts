import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/db/database.server';
import { startPostgres } from '../support/postgres';
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
