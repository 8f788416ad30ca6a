import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { z } from '../lib/schema';
import type { Database } from './database.server';
import { isPostgres } from './database.server';

/** One schema migration: a file in `migrations/`. */
export interface SchemaMigration extends Migration {
  /** The tables that it creates. Backup and restore touch only these. */
  tables?: readonly string[];
  /**
   * The previous release works on the migrated database: the migration only adds tables, columns
   * that are nullable or have a default, and indexes that are not unique.
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

/** Tables and columns as they are in the database, which may be older than this release's types. */
export type RawDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** The applied migrations. Created by Kysely's migrator in earlier releases. */
export const migrationTable = 'schema_migrations';

/** Has a single row. Only earlier releases use it, as their lock or lease. */
export const migrationLockTable = 'schema_migrations_lock';

/** The database can't be used by this release. The message is for the operator. */
export class MigrationError extends Error {}

export interface MigrationState {
  /** The schema of unqualified names; undefined on SQLite, which has only one. */
  schema: string | undefined;
  /** Whether the migrations table exists. */
  hasTable: boolean;
  /** The names of the applied migrations, in order. */
  appliedNames: string[];
  /** The migrations of this release that are not applied yet, in order. */
  pending: [name: string, migration: SchemaMigration][];
  /** Applied migrations of a newer release. */
  unknownNames: string[];
  /** Those of them that are compatible with this release. */
  compatibleNames: string[];
  /** The site's own tables, without the two migration tables. */
  tables: string[];
}

/**
 * Returns the database without the conversion of names to camel case and without row types.
 * @param schema the tables' schema: an unqualified name might be found in another schema
 */
export function toRawDatabase(db: Database, schema?: string): RawDatabase {
  const raw = db.withoutPlugins().withTables<Record<string, Record<string, unknown>>>();
  return schema === undefined ? raw : raw.withSchema(schema);
}

/** Builds the key of a migration's declaration, for releases that don't include the migration. */
export const buildNoteKey = (name: string) => `migration:${name}`;

const migrationNote = z.object({ isCompatible: z.boolean(), tables: z.array(z.string()) });

type MigrationNote = z.output<typeof migrationNote>;

/** Serializes what a migration declares, for the database. */
export const serializeNote = ({ isCompatible = false, tables = [] }: SchemaMigration): string =>
  JSON.stringify({ isCompatible, tables: [...tables] } satisfies MigrationNote);

/** Finds the schema of unqualified names. @throws MigrationError when none of them exists */
async function findSchema(db: RawDatabase): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`
    select current_schema()::text as schema`.execute(db);
  const schema = rows[0]?.schema;
  if (schema) return schema;
  throw new MigrationError(
    'The search_path of DATABASE_URL names no schema that exists. Create the schema, then start again.',
  );
}

/** Returns the names of all tables, views and sequences in a schema, also of other applications. */
export async function findRelationNames(
  db: Database,
  schema: string | undefined,
): Promise<Set<string>> {
  const query =
    schema === undefined
      ? sql<{ name: string }>`select name from sqlite_master where type in ('table', 'view')`
      : sql<{ name: string }>`
          select relname::text as name from pg_catalog.pg_class
          where relnamespace = quote_ident(${schema})::regnamespace
            and relkind in ('r', 'p', 'v', 'm', 'f', 'S')`;
  const { rows } = await query.execute(toRawDatabase(db));
  return new Set(rows.map(({ name }) => name));
}

/**
 * Returns the names of the applied migrations; undefined without a migrations table. Looks only in
 * the connection's own schema, because other schemas and frameworks have a `schema_migrations` as
 * well.
 */
async function findApplied(
  db: RawDatabase,
  schema: string | undefined,
): Promise<string[] | undefined> {
  const columns =
    schema === undefined
      ? sql<{ name: string }>`select name from pragma_table_info(${migrationTable})`
      : sql<{ name: string }>`
          select a.attname::text as name from pg_catalog.pg_attribute a
          join pg_catalog.pg_class c on c.oid = a.attrelid
          where c.relname = ${migrationTable} and a.attnum > 0 and not a.attisdropped
            and c.relnamespace = quote_ident(${schema})::regnamespace`;
  const names = (await columns.execute(db)).rows.map(({ name }) => name);
  if (!names.includes('name') || !names.includes('timestamp')) return undefined;
  const table = schema === undefined ? migrationTable : `${schema}.${migrationTable}`;
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Reads what unknown migrations declare about themselves, by name. */
async function findNotes(
  db: RawDatabase,
  schema: string | undefined,
  unknownNames: readonly string[],
): Promise<Map<string, MigrationNote>> {
  if (unknownNames.length === 0) return new Map();
  const table = schema === undefined ? 'site_state' : `${schema}.site_state`;
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value from ${sql.table(table)}
    where key in (${sql.join(unknownNames.map(buildNoteKey))})`.execute(db);
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return new Map(
    unknownNames.flatMap((name) => {
      const value = values.get(buildNoteKey(name));
      return value === undefined ? [] : [[name, migrationNote.parse(JSON.parse(value))]];
    }),
  );
}

/**
 * Reads which migrations are applied and which tables belong to the site.
 * @param knownMigrations the migrations of this release
 * @throws MigrationError when the connection has no schema
 */
export async function readMigrationState(
  db: Database,
  knownMigrations = migrations,
): Promise<MigrationState> {
  const rawDb = toRawDatabase(db);
  const schema = isPostgres(db) ? await findSchema(rawDb) : undefined;
  const foundNames = await findApplied(rawDb, schema);
  const applied = foundNames ?? [];
  const unknownNames = applied.filter((name) => !Object.hasOwn(knownMigrations, name));
  const notes = await findNotes(rawDb, schema, unknownNames);
  return {
    schema,
    hasTable: foundNames !== undefined,
    appliedNames: applied,
    pending: Object.entries(knownMigrations)
      .filter(([name]) => !applied.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    unknownNames,
    compatibleNames: unknownNames.filter((name) => notes.get(name)?.isCompatible),
    tables: applied.flatMap((name) => (knownMigrations[name] ?? notes.get(name))?.tables ?? []),
  };
}
