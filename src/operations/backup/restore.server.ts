import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type Database,
  type DatabaseTransaction,
  databaseFileName,
  withDatabase,
} from '../../db/database.server';
import { nameSqliteError } from '../../db/errors.server';
import { applyPending, createMigrationTables, requireUnusedNames } from '../../db/migrate.server';
import {
  migrationLockTable,
  migrationTable,
  readMigrationState,
  toRawDatabase,
} from '../../db/migration-state.server';
import { migrations } from '../../db/migrations.server';
import { getErrorCode } from '../../lib/errors';
import {
  type BackupEntry,
  BackupError,
  type BackupHeader,
  fail,
  readBackup,
  readHeader,
} from './backup-file.server';
import type { BackupSettings } from './create-backup.server';
import { clearPostgres, openForRestore } from './postgres-site.server';
import { accessFiles, readAccess, resetAccess, type SiteAccess } from './site-access.server';
import { listTables } from './site-entries.server';
import { createWorkFolder, restoringPrefix } from './work-folder.server';

/** Source and target of a restore. */
interface RestoreContext {
  path: string;
  passphrase: string | undefined;
  header: BackupHeader;
  /** The data folder. */
  folder: string;
  /** For the restored files until all are complete. */
  stagingFolder: string;
  /** For what the restore replaces. */
  replacedFolder: string;
}

interface RestoreOptions {
  /** Whether to replace an existing database. */
  force: boolean;
  /** The database URL that servers use, when the settings have another one. */
  serverUrl?: string | undefined;
}

export interface RestoreResult {
  /** The folder with what the restore replaced; undefined if it replaced nothing. */
  replacedFolder: string | undefined;
  /** Whether the replaced database's password, second factor and recovery codes were kept. */
  keepsAccess: boolean;
  /** Tables of other applications that an earlier release has included in the backup. */
  skipped: string[];
}

/** Reads the header of a backup. @throws BackupError for one of a newer release */
export async function readKnownHeader(path: string, passphrase?: string): Promise<BackupHeader> {
  const header = await readHeader(path, passphrase);
  const unknownNames = header.migrations.filter((name) => !Object.hasOwn(migrations, name));
  if (unknownNames.length > 0)
    fail(`The backup is of a newer release (${unknownNames.join(', ')}). Update the site first.`);
  return header;
}

/** Resolves a file name of a backup. @throws BackupError when it is outside of the folder */
export function resolveInside(folder: string, name: string): string {
  const target = resolve(folder, name);
  if (!target.startsWith(resolve(folder) + sep))
    fail('The backup names a file outside of the data folder.');
  return target;
}

/** Converts a row of a backup for SQLite, which stores booleans as 1 and 0. */
const toSqliteRow = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'boolean' ? Number(value) : value,
    ]),
  );

/** Creates the tables as they were in the release of the backup. @returns their names */
async function createTables(
  transaction: DatabaseTransaction,
  { migrations: names }: BackupHeader,
  schema: string | undefined,
): Promise<string[]> {
  const tables = names.flatMap((name) => migrations[name]?.tables ?? []);
  const ownTables = [migrationTable, migrationLockTable, ...tables];
  await requireUnusedNames(transaction, schema, ownTables);
  for (const name of names) await migrations[name]?.up(transaction);
  await createMigrationTables(transaction);
  return tables;
}

/** Rows per insert. SQLite allows 32,766 parameters per statement, PostgreSQL 65,535. */
const maxBatchRows = 200;

/**
 * Loads a backup as it is, with the tables of its release.
 * @param onEntry called with each entry that is loaded
 * @returns the names of its own tables, and of those that are not the site's
 */
export async function loadBackup(
  transaction: DatabaseTransaction,
  context: Pick<RestoreContext, 'path' | 'passphrase' | 'header' | 'stagingFolder'>,
  onEntry: (entry: BackupEntry) => void = () => {},
): Promise<{ tables: string[]; skipped: string[] }> {
  const { path, passphrase, header, stagingFolder } = context;
  const { schema } = await readMigrationState(transaction);
  const tables = await createTables(transaction, header, schema);
  const raw = toRawDatabase(transaction, schema);
  const ordered = (await listTables(transaction, { schema, tables })).map(({ name }) => name);
  // Delete the rows that migrations have inserted: the backup contains them as well.
  for (const name of ordered.toReversed()) await raw.deleteFrom(name).execute();
  const skipped = new Set<string>();
  let batch: { table: string; rows: Record<string, unknown>[] } = { table: '', rows: [] };
  async function insertBatch(): Promise<void> {
    const { table, rows } = batch;
    batch = { table: '', rows: [] };
    if (rows.length > 0) await raw.insertInto(table).values(rows).execute();
  }
  await readBackup(path, passphrase, async (entry) => {
    if ('file' in entry) {
      const target = resolveInside(stagingFolder, entry.file);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const content = Buffer.from(entry.content, 'base64');
      writeFileSync(target, content, { mode: entry.mode, flush: true });
    } else if (ordered.includes(entry.table)) {
      if (entry.table !== batch.table || batch.rows.length >= maxBatchRows) await insertBatch();
      batch.table = entry.table;
      batch.rows.push(schema === undefined ? toSqliteRow(entry.row) : entry.row);
    } else {
      skipped.add(entry.table);
      return;
    }
    onEntry(entry);
  });
  await insertBatch();
  return { tables, skipped: [...skipped] };
}

/** Loads a backup, applies the later migrations, and ends all sessions. */
async function fillDatabase(
  transaction: DatabaseTransaction,
  context: RestoreContext,
  replacedAccess: SiteAccess | undefined,
): Promise<Pick<RestoreResult, 'skipped' | 'keepsAccess'>> {
  const { skipped } = await loadBackup(transaction, context);
  await applyPending(transaction, await readMigrationState(transaction));
  return { skipped, keepsAccess: await resetAccess(transaction, replacedAccess) };
}

/**
 * Moves restored files into the data folder, and those that they replace into `replacedFolder`. The
 * database is moved last. When a move fails, all are undone.
 * @param keepsAccess whether files with credentials stay as they are
 * @returns a function that undoes the moves, for when a later step fails
 */
function replaceFiles(
  { stagingFolder, folder, replacedFolder }: RestoreContext,
  keepsAccess: boolean,
): () => void {
  const moves: [from: string, to: string][] = [];
  const undo = () => {
    for (const [from, to] of moves.toReversed()) renameSync(to, from);
  };
  const move = (name: string, fromFolder: string, toFolder: string) => {
    const [from, to] = [join(fromFolder, name), join(toFolder, name)];
    if (!existsSync(from)) return;
    mkdirSync(toFolder, { recursive: true, mode: 0o700 });
    renameSync(from, to);
    moves.push([from, to]);
  };
  const isKept = (name: string) =>
    keepsAccess &&
    accessFiles.includes(name) &&
    (name !== 'secret-key' || existsSync(join(folder, name)));
  try {
    const names = readdirSync(stagingFolder).filter((name) => !name.startsWith(databaseFileName));
    for (const name of names.filter((other) => !isKept(other))) {
      move(name, folder, replacedFolder);
      move(name, stagingFolder, folder);
    }
    if (existsSync(join(stagingFolder, databaseFileName))) {
      for (const suffix of ['-wal', '-shm', '']) {
        move(databaseFileName + suffix, folder, replacedFolder);
      }
      move(databaseFileName, stagingFolder, folder);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

/**
 * Refuses while another process has the file open: that process would continue to write to the file
 * after it was moved. A file that can't be opened as a database counts as unused.
 * @throws BackupError when the file is in use
 */
function requireNotInUse(file: string): void {
  if (!existsSync(file)) return;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 500 });
    // Leaving WAL mode requires exclusive access.
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    if (/^SQLITE_(BUSY|LOCKED)/.test(getErrorCode(nameSqliteError(error))))
      fail('The database is in use. Stop every server that runs on it, then restore.');
  } finally {
    database?.close();
  }
}

/** Reads the credentials of the database that is replaced, if there is one that can be read. */
async function readReplacedAccess(folder: string): Promise<SiteAccess | undefined> {
  if (!existsSync(join(folder, databaseFileName))) return undefined;
  const read = async (db: Database) => readAccess(db, await readMigrationState(db));
  // A damaged database is a common reason for a restore.
  return withDatabase({ DATA_DIR: folder }, read).catch(() => undefined);
}

const notEmptyMessage =
  'A database already exists. Use --force to replace it with the backup: npm run restore -- FILE --force';

async function restoreSqlite(context: RestoreContext, { force }: RestoreOptions) {
  const { folder, stagingFolder } = context;
  const file = join(folder, databaseFileName);
  if (existsSync(file) && !force) fail(notEmptyMessage);
  requireNotInUse(file);
  const replacedAccess = await readReplacedAccess(folder);
  const result = await withDatabase({ DATA_DIR: stagingFolder }, (db) =>
    db.transaction().execute((transaction) => fillDatabase(transaction, context, replacedAccess)),
  );
  // Check again: a supervisor may have started a server meanwhile.
  requireNotInUse(file);
  replaceFiles(context, result.keepsAccess);
  return result;
}

async function restorePostgres(
  settings: BackupSettings & { DATABASE_URL: string },
  context: RestoreContext,
  { force, serverUrl = settings.DATABASE_URL }: RestoreOptions,
) {
  const db = await openForRestore(settings);
  let undo = () => rmSync(context.replacedFolder, { recursive: true, force: true });
  try {
    return await db.transaction().execute(async (transaction) => {
      const replacedAccess = await clearPostgres(transaction, {
        serverUrls: [settings.DATABASE_URL, serverUrl],
        folder: context.folder,
        replacedFolder: context.replacedFolder,
        notEmptyError: force ? undefined : new BackupError(notEmptyMessage),
      });
      const result = await fillDatabase(transaction, context, replacedAccess);
      // From here on, the folder may have the only copy of what was replaced.
      undo = () => {};
      undo = replaceFiles(context, result.keepsAccess);
      return result;
    });
  } catch (error) {
    undo();
    throw error;
  } finally {
    await db.destroy();
  }
}

/**
 * Restores a backup of either engine, completely or not at all. No session stays signed in.
 * @throws BackupError when it is damaged or too new, or the database exists, is in use or has
 *   dependents
 */
export async function restore(
  settings: BackupSettings,
  path: string,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const { BACKUP_PASSPHRASE: passphrase, DATA_DIR: folder, DATABASE_URL } = settings;
  const header = await readKnownHeader(path, passphrase);
  const work = await createWorkFolder(folder, restoringPrefix);
  const timestamp = new Date().toISOString().replace(/[:.]/g, '-');
  const replacedFolder = join(folder, `before-restore-${timestamp}`);
  const context = { path, passphrase, header, folder, stagingFolder: work.path, replacedFolder };
  try {
    const result = DATABASE_URL
      ? await restorePostgres({ ...settings, DATABASE_URL }, context, options)
      : await restoreSqlite(context, options);
    return { ...result, replacedFolder: existsSync(replacedFolder) ? replacedFolder : undefined };
  } finally {
    work.remove();
  }
}
