import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/db/database.server';
import { migrate } from '../../src/db/migrate.server';
import { migrations, type SchemaMigration } from '../../src/db/migration-state.server';
import { countLockWaits } from '../support/lock-waits';
import { createTestSettings } from '../support/test-resources';

/** The lock that each release takes in the transaction of its migrations. */
const lock = sql`select pg_advisory_xact_lock(3853314791062309107)`;

async function createMigratedDatabase() {
  const settings = await createTestSettings('postgres');
  const open = async () => {
    const db = await openDatabase(settings);
    onTestFinished(() => db.destroy());
    return db;
  };
  const db = await open();
  await migrate(db);
  return { db, open };
}

/** Adds a migration that runs a function. */
const withMigration = (up: () => Promise<void> = async () => {}) => ({
  ...migrations,
  '9999-later': { isCompatible: true, up } satisfies SchemaMigration,
});

describe('lock on migrations', () => {
  test('lets one of several processes migrate, and the others find nothing to do', async () => {
    const { db, open } = await createMigratedDatabase();
    let runs = 0;
    const knownMigrations = withMigration(async () => {
      runs += 1;
    });
    const results = await Promise.all(
      [db, await open(), await open()].map((one) => migrate(one, { knownMigrations })),
    );
    expect(results.flat()).toEqual(['9999-later']);
    expect(runs).toBe(1);
  });

  test('waits for a migration of an earlier release, reports it, and repeats nothing', async () => {
    const { db, open } = await createMigratedDatabase();
    const earlier = await open();
    const reports: string[] = [];
    const report = (line: string) => reports.push(line);
    const { migrated } = await earlier.transaction().execute(async (transaction) => {
      await lock.execute(transaction);
      const running = migrate(db, { knownMigrations: withMigration(), report });
      await expect.poll(() => countLockWaits(transaction)).toBe(1);
      await sql`insert into schema_migrations values ('9999-later', 'now')`.execute(transaction);
      return { migrated: running };
    });
    expect(await migrated).toEqual([]);
    expect(reports).toEqual(['A migration waits for other work on the database to end.']);
  });

  test('makes a migration of an earlier release wait', async () => {
    const { db, open } = await createMigratedDatabase();
    const earlier = await open();
    let isEarlierDone = false;
    let running: Promise<void> | undefined;
    const known = withMigration(async () => {
      running = earlier.transaction().execute(async (transaction) => {
        await lock.execute(transaction);
        isEarlierDone = true;
      });
      await expect.poll(() => countLockWaits(db)).toBe(1);
      expect(isEarlierDone).toBe(false);
    });
    await migrate(db, { knownMigrations: known });
    await running;
    expect(isEarlierDone).toBe(true);
  });

  test('is free again when the connection of a migrating process breaks', async () => {
    const { db, open } = await createMigratedDatabase();
    const dying = await open();
    const killed = migrate(dying, {
      knownMigrations: withMigration(async () => {
        await sql`select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and granted
            and database = (select oid from pg_database where datname = current_database())`.execute(
          db,
        );
      }),
    });
    await expect(killed).rejects.toThrow();
    expect(await migrate(db, { knownMigrations: withMigration() })).toEqual(['9999-later']);
  });
});
