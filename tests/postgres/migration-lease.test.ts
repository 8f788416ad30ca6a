import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.server';
import { migrate } from '../../src/db/migrate.server';
import { migrations, type SchemaMigration } from '../../src/db/migrations.server';
import { createTestDatabase } from '../test-database';

/** The lock that releases before the lease take in the transaction of their migrations. */
const earlierLock = sql`select pg_advisory_xact_lock(3853314791062309107)`;

async function createMigratedDatabase() {
  const database = await createTestDatabase('postgres');
  const open = async () => {
    const db = await openDatabase(database.env);
    onTestFinished(() => db.destroy());
    return db;
  };
  onTestFinished(() => database.drop());
  const db = await open();
  await migrate(db);
  return { db, open };
}

/** Stores a lease of another process, which expires after some milliseconds. */
const takeLease = (db: Database, ms: number) =>
  sql`update schema_migrations_lock set holder = 'another process',
    expires_at = now() + ${`${ms} milliseconds`}::text::interval`.execute(db);

async function readHolder(db: Database): Promise<unknown> {
  const { rows } = await sql<{ holder: string | null }>`
    select holder from schema_migrations_lock`.execute(db);
  return rows[0]?.holder;
}

/** Counts the transactions that wait for the lock of earlier releases. */
async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql`select from pg_locks l join pg_database d on d.oid = l.database
    where datname = current_database() and locktype = 'advisory' and not granted`.execute(db);
  return rows.length;
}

/** Adds a migration that runs a function. */
const withMigration = (up: () => Promise<void> = async () => {}) => ({
  ...migrations,
  '9999-later': { isCompatible: true, up } satisfies SchemaMigration,
});

describe('lease on migrations', () => {
  test('is held during a migration, and released after it', async () => {
    const { db, open } = await createMigratedDatabase();
    const other = await open();
    let holder: unknown;
    const known = withMigration(async () => {
      holder = await readHolder(other);
    });
    expect(await migrate(db, { knownMigrations: known })).toEqual(['9999-later']);
    expect(holder).toBeTypeOf('string');
    expect(await readHolder(db)).toBeNull();
  });

  test('is taken over from a dead process when it expires', async () => {
    const { db } = await createMigratedDatabase();
    await takeLease(db, 1_500);
    const startedAt = performance.now();
    const reports: string[] = [];
    const report = (line: string) => reports.push(line);
    await migrate(db, { knownMigrations: withMigration(), report });
    expect(performance.now() - startedAt).toBeGreaterThan(1_400);
    expect(reports).toEqual(['A migration waits for other work on the database to end.']);
  });

  test('rolls the migration back when it was lost, and the next attempt applies it once', async () => {
    const { db, open } = await createMigratedDatabase();
    const other = await open();
    let attempts = 0;
    const known = withMigration(async () => {
      attempts += 1;
      if (attempts === 1) await takeLease(other, 0);
    });
    expect(await migrate(db, { knownMigrations: known })).toEqual(['9999-later']);
    expect(attempts).toBe(2);
  });

  test('waits for a migration of an earlier release, and repeats nothing of it', async () => {
    const { db, open } = await createMigratedDatabase();
    const earlier = await open();
    const { migrated } = await earlier.transaction().execute(async (transaction) => {
      await earlierLock.execute(transaction);
      const running = migrate(db, { knownMigrations: withMigration() });
      await expect.poll(() => countWaiting(transaction), { timeout: 10_000 }).toBe(1);
      await sql`insert into schema_migrations values ('9999-later', 'now')`.execute(transaction);
      return { migrated: running };
    });
    expect(await migrated).toEqual([]);
  });

  test('makes a migration of an earlier release wait', async () => {
    const { db, open } = await createMigratedDatabase();
    const earlier = await open();
    let isEarlierDone = false;
    let running: Promise<void> | undefined;
    const known = withMigration(async () => {
      running = earlier.transaction().execute(async (transaction) => {
        await earlierLock.execute(transaction);
        isEarlierDone = true;
      });
      await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(1);
      expect(isEarlierDone).toBe(false);
    });
    await migrate(db, { knownMigrations: known });
    await running;
    expect(isEarlierDone).toBe(true);
  });
});
