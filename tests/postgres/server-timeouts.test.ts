import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.server';
import { migrate } from '../../src/db/migrate.server';
import { migrations } from '../../src/db/migration-state.server';
import '../../src/foundation/media/store.server';
import { createBackup } from '../../src/operations/backup/create-backup.server';
import { createTestFolder, createTestSettings } from '../support/test-resources';

/** Creates a site in a database where PostgreSQL ends transactions after a second. */
async function createSite() {
  const settings = await createTestSettings('postgres');
  const db = await openDatabase(settings);
  onTestFinished(() => db.destroy());
  await migrate(db);
  // Not all of these timeouts exist in each version. They apply to later connections.
  await sql`do $$ declare setting text; begin
    for setting in select name from pg_settings
      where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')
    loop execute format('alter database %I set %I = 1000', current_database(), setting); end loop;
    end $$`.execute(db);
  return { db, settings };
}

/** Waits until another transaction is older than the timeouts. */
const waitPastTimeouts = (db: Database) =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and now() - xact_start > interval '1.2 seconds'`.execute(db);
      return rows.length;
    })
    .toBe(1);

/** Stores a picture, which `createBackup` reads from a bucket. @param onRead called by each read */
async function addPicture(db: Database, onRead: () => Promise<unknown>) {
  const now = new Date().toISOString();
  const unknown = { width: null, height: null, fallback: null, tone: null, exposure: null };
  const dates = { createdAt: now, expiresAt: now, unusedSince: null };
  await db
    .insertInto('pictures')
    .values({ id: 'one', state: 'ready', sessionHash: '', ...dates, ...unknown })
    .execute();
  const unused = async () => {};
  const get = async () => {
    await onRead();
    return null;
  };
  return { get, put: unused, remove: unused, check: unused };
}

describe('a backup of PostgreSQL', () => {
  test('is not ended by the server’s timeouts while it reads files', async () => {
    const { db, settings } = await createSite();
    const bucket = await addPicture(db, () => waitPastTimeouts(db));
    const file = join(createTestFolder(), 'site.backup');
    expect((await createBackup(settings, file, { bucket })).rows).toBeGreaterThan(0);
  });

  test('succeeds when its connection breaks after the last row was read', async () => {
    const { db, settings } = await createSite();
    const end = sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    const bucket = await addPicture(db, () => end.execute(db));
    const file = join(createTestFolder(), 'site.backup');
    expect((await createBackup(settings, file, { bucket })).rows).toBeGreaterThan(0);
    expect(existsSync(file)).toBe(true);
  });
});

describe('a migration, which locks the database as a restore does', () => {
  test('is not ended by the server’s timeouts while it works between two statements', async () => {
    const { db, settings } = await createSite();
    const later = await openDatabase(settings);
    onTestFinished(() => later.destroy());
    const up = () => waitPastTimeouts(db);
    const applied = await migrate(later, {
      knownMigrations: { ...migrations, '9999-later': { up } },
    });
    expect(applied).toEqual(['9999-later']);
  });
});
