import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  type DatabaseSettings,
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
import { BackupError, type BackupHeader, checkBackup, readBackup } from './backup-file.server';
import type { BackupSettings } from './create-backup.server';
import { type RestoreFolders, replaceFiles, resolveInside } from './data-folder.server';
import { clearPostgres, openForRestore } from './postgres-site.server';
import { listTablesInOrder, toSqliteRow } from './raw-tables.server';
import { accessFiles, readAccess, resetAccess, type SiteAccess } from './site-access.server';
import { createWorkFolder, restoringPrefix } from './work-folder.server';

/**
 * Refuses while another process has the file open: that process would continue to write to the file
 * after it was moved. A file that can't be opened as a database counts as unused.
 * @throws BackupError when the file is in use
 */
function requireNotInUse(file: string): void {
  if (!existsSync(file)) return;
  const inUseError = new BackupError(
    'The database is in use. Stop every server that runs on it, then restore.',
  );
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: 500 });
    // Leaving WAL mode requires exclusive access.
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    const code = getErrorCode(nameSqliteError(error));
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw inUseError;
  } finally {
    database?.close();
  }
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

/** A verified backup. */
export interface Backup {
  path: string;
  passphrase: string | undefined;
  header: BackupHeader;
}

/** Source and target of a restore. */
type RestoreContext = Backup & RestoreFolders;

/** Refuses a backup of a newer release, whose tables are unknown to this one. */
export function requireKnownMigrations({ migrations: requiredNames }: BackupHeader): void {
  const unknownNames = requiredNames.filter((name) => !Object.hasOwn(migrations, name));
  if (unknownNames.length === 0) return;
  throw new BackupError(
    `The backup is of a newer release (${unknownNames.join(', ')}). Update the site first.`,
  );
}

/** Rows per insert. SQLite allows 32,766 parameters per statement, PostgreSQL 65,535. */
const maxBatchRows = 200;

/**
 * Loads a backup as it is, with the tables of its release.
 * @returns the names of its own tables, and of those that are not the site's
 */
export async function loadBackupRows(
  transaction: DatabaseTransaction,
  { path, passphrase, header, stagingFolder }: Backup & Pick<RestoreFolders, 'stagingFolder'>,
): Promise<{ tables: string[]; skipped: string[] }> {
  const { schema } = await readMigrationState(transaction);
  const tables = header.migrations.flatMap((name) => migrations[name]?.tables ?? []);
  const ownTables = [migrationTable, migrationLockTable, ...tables];
  await requireUnusedNames(transaction, schema, ownTables);
  for (const name of header.migrations) await migrations[name]?.up(transaction);
  await createMigrationTables(transaction);

  const isSqlite = schema === undefined;
  const raw = toRawDatabase(transaction, schema);
  const orderedTables = await listTablesInOrder(transaction, { schema, tables });
  // Delete the rows that migrations have inserted: the backup contains them as well.
  for (const { name } of orderedTables.toReversed()) await raw.deleteFrom(name).execute();
  const knownTables = new Set(orderedTables.map(({ name }) => name));
  const skipped = new Set<string>();
  let pending: { table: string; rows: Record<string, unknown>[] } = { table: '', rows: [] };
  const flush = async () => {
    const { table, rows } = pending;
    if (rows.length > 0) await raw.insertInto(table).values(rows).execute();
    pending = { table: '', rows: [] };
  };
  for await (const entry of readBackup(path, passphrase)) {
    if ('file' in entry) {
      const target = resolveInside(stagingFolder, entry.file);
      mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
      const content = Buffer.from(entry.content, 'base64');
      writeFileSync(target, content, { mode: entry.mode, flush: true });
    } else if (knownTables.has(entry.table)) {
      if (entry.table !== pending.table || pending.rows.length >= maxBatchRows) await flush();
      pending.table = entry.table;
      pending.rows.push(isSqlite ? toSqliteRow(entry.row) : entry.row);
    } else skipped.add(entry.table);
  }
  await flush();
  return { tables, skipped: [...skipped] };
}

/** Loads a backup and applies the pending migrations. @returns tables that are not the site's */
async function loadBackup(
  transaction: DatabaseTransaction,
  context: RestoreContext,
): Promise<string[]> {
  const { skipped } = await loadBackupRows(transaction, context);
  await applyPending(transaction, await readMigrationState(transaction));
  return skipped;
}

/** Moves the restored files into place. @returns a function that undoes the moves */
function moveFilesIntoPlace(folders: RestoreFolders, keepsAccess: boolean): () => void {
  const unchangedNames = accessFiles.filter(
    (name) => keepsAccess && (name !== 'secret-key' || existsSync(join(folders.folder, name))),
  );
  return replaceFiles(folders, unchangedNames);
}

const findReplacedFolder = ({ replacedFolder }: RestoreContext) =>
  existsSync(replacedFolder) ? replacedFolder : undefined;

/**
 * Reads the credentials of the existing database, if there is one that can be read. It opens a copy:
 * the driver closes a file only when its statements are garbage collected, so the file itself would
 * look as if a server used it.
 * @param file the database that the restore replaces, which nobody uses
 */
async function readReplacedAccess(
  file: string,
  { stagingFolder }: RestoreContext,
): Promise<SiteAccess | undefined> {
  if (!existsSync(file)) return undefined;
  const copyFolder = join(stagingFolder, 'replaced');
  try {
    mkdirSync(copyFolder, { mode: 0o700 });
    copyFileSync(file, join(copyFolder, databaseFileName));
    return await withDatabase({ DATA_DIR: copyFolder }, async (db) =>
      readAccess(db, await readMigrationState(db)),
    );
  } catch {
    // A damaged database is a common reason for a restore.
    return undefined;
  } finally {
    rmSync(copyFolder, { recursive: true, force: true });
  }
}

async function restoreSqlite(
  settings: DatabaseSettings,
  context: RestoreContext,
  { force }: RestoreOptions,
): Promise<RestoreResult> {
  const file = join(settings.DATA_DIR, databaseFileName);
  if (existsSync(file) && !force) throw createNotEmptyError();
  requireNotInUse(file);
  const replacedAccess = await readReplacedAccess(file, context);
  const result = await withDatabase({ DATA_DIR: context.stagingFolder }, (db) =>
    db.transaction().execute(async (transaction) => {
      const skipped = await loadBackup(transaction, context);
      return { skipped, keepsAccess: await resetAccess(transaction, replacedAccess) };
    }),
  );
  // Check again: a supervisor may have started a server meanwhile.
  requireNotInUse(file);
  moveFilesIntoPlace(context, result.keepsAccess);
  return { ...result, replacedFolder: findReplacedFolder(context) };
}

async function restorePostgres(
  settings: DatabaseSettings & { DATABASE_URL: string },
  context: RestoreContext,
  { force, serverUrl }: RestoreOptions,
): Promise<RestoreResult> {
  const db = await openForRestore(settings);
  let undo: (() => void) | undefined;
  try {
    return await db.transaction().execute(async (transaction) => {
      const replacedAccess = await clearPostgres(transaction, {
        serverUrls: [settings.DATABASE_URL, serverUrl ?? settings.DATABASE_URL],
        folder: context.folder,
        replacedFolder: context.replacedFolder,
        notEmptyError: force ? undefined : createNotEmptyError(),
      });
      const skipped = await loadBackup(transaction, context);
      const keepsAccess = await resetAccess(transaction, replacedAccess);
      undo = moveFilesIntoPlace(context, keepsAccess);
      return { skipped, keepsAccess, replacedFolder: findReplacedFolder(context) };
    });
  } catch (error) {
    undo?.();
    throw error;
  } finally {
    await db.destroy();
  }
}

const createNotEmptyError = () =>
  new BackupError(
    'A database already exists. Use --force to replace it with the backup: npm run restore -- FILE --force',
  );

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
  const { BACKUP_PASSPHRASE: passphrase } = settings;
  const header = await checkBackup(path, passphrase);
  requireKnownMigrations(header);
  const folder = settings.DATA_DIR;
  const timestamp = new Date().toISOString().replace(/[:.]/g, '-');
  const work = await createWorkFolder(folder, restoringPrefix);
  const context = {
    path,
    passphrase,
    header,
    folder,
    stagingFolder: work.path,
    replacedFolder: join(folder, `before-restore-${timestamp}`),
  };
  try {
    const { DATABASE_URL } = settings;
    return DATABASE_URL
      ? await restorePostgres({ ...settings, DATABASE_URL }, context, options)
      : await restoreSqlite(settings, context, options);
  } finally {
    work.remove();
  }
}
