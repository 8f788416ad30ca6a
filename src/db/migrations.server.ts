import type { Migration } from 'kysely';

/** One step of the database's history: a file of `migrations/`. */
export interface SchemaMigration extends Migration {
  /** Names of the tables that it creates. Backup and restore touch these and no others. */
  tables?: readonly string[];
  /**
   * Whether releases that don't know this migration work on the migrated database: it only adds
   * tables, columns that are nullable or have a default, and indexes that forbid nothing.
   */
  isCompatible?: boolean;
}

/** `{ '../../migrations/0001-first.ts': module }` as Vite's glob import gives it. */
const modules = import.meta.glob<SchemaMigration>('../../migrations/*.ts', { eager: true });

/** Every migration that this release knows, by name, in order. */
export const migrations: Readonly<Record<string, SchemaMigration>> = Object.fromEntries(
  Object.entries(modules).map(([file, migration]) => [
    file.slice(file.lastIndexOf('/') + 1, -'.ts'.length),
    migration,
  ]),
);
