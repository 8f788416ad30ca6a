import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { sql } from 'kysely';
import SqliteDatabase from 'libsql';
import { openDatabase } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { migrations } from '../../lib/migrate.server';
import { BackupError, type BackupHeader, checkBackup, readBackup } from './backup-file.server';
import { type RawDatabase, rawDatabase, tablesInOrder, valueFor } from './tables.server';

type Settings = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>;

interface Options {
  /** Replaces what is there. */
  force: boolean;
}

const databaseFile = 'crewbridge.db';

/** Refuses a backup of a newer release: its tables are not known here. */
function requireKnown({ migrations: wanted }: BackupHeader): void {
  const unknown = wanted.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new BackupError(
    `The backup is of a newer release (${unknown.join(', ')}). Update the site first.`,
  );
}

/** The tables as they were when the backup was made; the next start brings them up to date. */
async function createTables(transaction: RawDatabase, header: BackupHeader): Promise<void> {
  for (const name of header.migrations) await migrations[name]?.up(transaction);
  // As Kysely's migrator makes them; it can't run in a transaction of ours.
  await transaction.schema
    .createTable('schema_migrations')
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute();
  await transaction.schema
    .createTable('schema_migrations_lock')
    .addColumn('id', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('is_locked', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await transaction
    .insertInto('schema_migrations_lock')
    .values({ id: 'migration_lock', is_locked: 0 })
    .execute();
}

/** Rows for one insert: SQLite takes 32,766 values at most, PostgreSQL 65,535. */
const batch = 200;

/** A file's place in the folder. @throws BackupError when a name leads out of it */
function placeIn(folder: string, name: string): string {
  const place = resolve(folder, name);
  if (!place.startsWith(resolve(folder) + sep)) {
    throw new BackupError('The backup names a file outside of the data folder.');
  }
  return place;
}

/** Fills new tables and a new folder with what the backup has. */
async function fill(
  transaction: RawDatabase,
  path: string,
  { isSqlite, folder, header }: { isSqlite: boolean; folder: string; header: BackupHeader },
): Promise<void> {
  await createTables(transaction, header);
  const tables = await tablesInOrder(transaction, isSqlite);
  // What the migrations have put in themselves is in the backup as well.
  for (const { name } of tables.toReversed()) await transaction.deleteFrom(name).execute();
  const known = new Set(tables.map(({ name }) => name));
  let pending: { table: string; rows: Record<string, unknown>[] } = { table: '', rows: [] };
  const flush = async () => {
    const { table, rows } = pending;
    if (rows.length > 0) await transaction.insertInto(table).values(rows).execute();
    pending = { table: '', rows: [] };
  };
  for await (const entry of readBackup(path)) {
    if ('file' in entry) {
      const place = placeIn(folder, entry.file);
      mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
      writeFileSync(place, Buffer.from(entry.content, 'base64'), { mode: entry.mode, flush: true });
      continue;
    }
    if (!known.has(entry.table)) throw new BackupError(`The backup has a table ${entry.table}.`);
    if (entry.table !== pending.table || pending.rows.length >= batch) await flush();
    pending.table = entry.table;
    pending.rows.push(
      Object.fromEntries(
        Object.entries(entry.row).map(([column, value]) => [column, valueFor(value, isSqlite)]),
      ),
    );
  }
  await flush();
}

/**
 * Moves the restored files into the data folder, and what they replace aside. The database comes last:
 * until then the old one is in its place, from then on the new one.
 * @returns where the replaced files are, if there were any
 */
function swapIn(stage: string, folder: string): string | undefined {
  const aside = join(folder, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  const old = new Set(readdirSync(folder));
  const moveAside = (name: string) => {
    if (!old.has(name)) return;
    mkdirSync(aside, { recursive: true, mode: 0o700 });
    renameSync(join(folder, name), join(aside, name));
  };
  const names = readdirSync(stage).filter((name) => !name.startsWith(databaseFile));
  for (const name of names) {
    moveAside(name);
    renameSync(join(stage, name), join(folder, name));
  }
  if (existsSync(join(stage, databaseFile))) {
    for (const ending of ['-wal', '-shm', '']) moveAside(databaseFile + ending);
    renameSync(join(stage, databaseFile), join(folder, databaseFile));
  }
  return existsSync(aside) ? aside : undefined;
}

/**
 * Refuses while another process has the file open: it would go on writing into the one moved aside.
 * A file that can't be opened as a database has nobody working on it.
 */
function requireNobodyOn(file: string): void {
  if (!existsSync(file)) return;
  const inUse = new BackupError(
    'The database is in use. Stop every server that runs on it, then restore.',
  );
  let database: SqliteDatabase.Database | undefined;
  try {
    database = new SqliteDatabase(file, { timeout: 500 });
    // Leaving WAL needs the file to oneself.
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw inUse;
  } finally {
    database?.close();
  }
}

async function restoreSqlite(settings: Settings, path: string, header: BackupHeader) {
  requireNobodyOn(join(settings.DATA_DIR, databaseFile));
  const stage = join(settings.DATA_DIR, `.restoring-${randomUUID()}`);
  try {
    const db = await openDatabase({ DATA_DIR: stage });
    try {
      await db.transaction().execute((transaction) =>
        fill(rawDatabase(transaction), path, {
          isSqlite: true,
          folder: stage,
          header,
        }),
      );
    } finally {
      await db.destroy();
    }
    return swapIn(stage, settings.DATA_DIR);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

async function restorePostgres(
  settings: Settings,
  path: string,
  header: BackupHeader,
  { force }: Options,
) {
  const stage = join(settings.DATA_DIR, `.restoring-${randomUUID()}`);
  mkdirSync(stage, { recursive: true, mode: 0o700 });
  const db = await openDatabase(settings);
  try {
    return await db.transaction().execute(async (transaction) => {
      const raw = rawDatabase(transaction);
      await sql`set local statement_timeout = 0`.execute(raw);
      const there = await raw.introspection.getTables({ withInternalKyselyTables: true });
      if (there.length > 0 && !force) throw notEmpty();
      for (const { name } of there) await raw.schema.dropTable(name).cascade().execute();
      await fill(raw, path, { isSqlite: false, folder: stage, header });
      return swapIn(stage, settings.DATA_DIR);
    });
  } finally {
    await db.destroy();
    rmSync(stage, { recursive: true, force: true });
  }
}

const notEmpty = () =>
  new BackupError(
    'There is a database already. With --force it is replaced by the backup: npm run restore -- FILE --force',
  );

/**
 * Puts a backup of either engine back, on the engine that the settings name: whole or not at all.
 * @returns where the replaced files are, if there were any
 * @throws BackupError when the backup is damaged or too new, or a database is there already
 */
export async function restore(
  settings: Settings,
  path: string,
  options: Options,
): Promise<string | undefined> {
  const header = await checkBackup(path);
  requireKnown(header);
  if (settings.DATABASE_URL) return restorePostgres(settings, path, header, options);
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  if (existsSync(join(settings.DATA_DIR, databaseFile)) && !options.force) throw notEmpty();
  return restoreSqlite(settings, path, header);
}
