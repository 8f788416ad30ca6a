import type { Migration } from 'kysely/migration';

/** One schema migration: a file in `migrations/`. */
export interface SchemaMigration extends Migration {
  /** The tables that it creates. Backup and restore touch only these. */
  tables?: readonly string[];
  /**
   * Whether releases without this migration work on the migrated database: it only adds tables,
   * columns that are nullable or have a default, and indexes that are not unique.
   */
  isCompatible?: boolean;
}

/** As Vite's glob import returns them: `{ '../../migrations/0001-first.ts': module }`. */
const modules = import.meta.glob<SchemaMigration>('../../migrations/*.ts', { eager: true });

/** Every migration of this release, by name, in order. */
export const migrations: Readonly<Record<string, SchemaMigration>> = Object.fromEntries(
  Object.entries(modules).map(([file, migration]) => [
    file.slice(file.lastIndexOf('/') + 1, -'.ts'.length),
    migration,
  ]),
);
