import { type Migration, Migrator, sql } from 'kysely';
import type { Database } from './database.server';

/** `{ '../../migrations/0001-first.ts': module }` as Vite's glob import gives it. */
const modules = import.meta.glob<Migration>('../../migrations/*.ts', { eager: true });

/** Every step of the database's history, by name, in order. */
export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(modules).map(([file, migration]) => [
    file.slice(file.lastIndexOf('/') + 1, -'.ts'.length),
    migration,
  ]),
);

/** Whether exactly these steps were applied: one query, where the migrator takes eight at every start. */
async function isUpToDate(db: Database, steps: typeof migrations): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
    return rows.length === Object.keys(steps).length && rows.every(({ name }) => name in steps);
  } catch {
    // The first start has no such table. Any other trouble meets the migrator, which reports it.
    return false;
  }
}

/**
 * Brings the database's tables up to date. All that is missing is applied in one transaction, under
 * a lock: a second process that starts meanwhile waits and finds nothing to do, and a step that
 * fails leaves the database as it was.
 * @throws the failed step's error
 */
export async function migrate(db: Database, steps = migrations): Promise<void> {
  if (await isUpToDate(db, steps)) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...steps }) },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
