import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Database, databaseFileName, withDatabase } from '../../db/database.server';
import { nameSqliteError } from '../../db/errors.server';
import { applyPending } from '../../db/migrate.server';
import { migrations, readMigrationState } from '../../db/migration-state.server';
import { setUrlParameter } from '../../db/postgres/postgres-hosts.server';
import type { EncryptionContext } from '../../foundation/environment/encryption.server';
import { getErrorCode } from '../../lib/errors';
import { checkSecrets } from '../checks/startup-checks.server';
import { type BackupHeader, fail, readHeader } from './backup-file.server';
import type { BackupSettings } from './create-backup.server';
import { clearPostgres, restoreApplicationName } from './postgres-site.server';
import { accessFiles, readAccess, resetAccess, type SiteAccess } from './site-access.server';
import { loadBackup } from './site-entries.server';
import { createWorkFolder, restoringPrefix } from './work-folder.server';

interface RestoreOptions {
  /** Whether to replace an existing database. */
  force: boolean;
  /** The database URL that servers use, when the settings have another one. */
  serverUrl?: string | undefined;
}

/** Reads the header of a backup. @throws BackupError for one of a newer release */
export async function readKnownHeader(path: string, passphrase?: string): Promise<BackupHeader> {
  const header = await readHeader(path, passphrase);
  const unknownNames = header.migrations.filter((name) => !Object.hasOwn(migrations, name));
  if (unknownNames.length > 0)
    fail(`The backup is of a newer release (${unknownNames.join(', ')}). Update the site first.`);
  return header;
}

/**
 * Moves restored files into the data folder, and those that they replace into `replacedFolder`. The
 * database is moved last. When a move fails, all are undone.
 * @param keepsAccess whether files with credentials stay as they are
 * @returns a function that undoes the moves, for when a later step fails
 */
function replaceFiles(
  stagingFolder: string,
  folder: string,
  replacedFolder: string,
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
    const names = readdirSync(stagingFolder).filter((name) => !isKept(name));
    const isDatabase = (name: string) => name.startsWith(databaseFileName);
    for (const name of names.filter((other) => !isDatabase(other))) {
      move(name, folder, replacedFolder);
      move(name, stagingFolder, folder);
    }
    if (names.includes(databaseFileName)) {
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

/** Reads the credentials of the SQLite database that is replaced, if there is one. */
async function readReplacedAccess(folder: string): Promise<SiteAccess | undefined> {
  if (!existsSync(join(folder, databaseFileName))) return undefined;
  const read = async (db: Database) => readAccess(db, await readMigrationState(db));
  // A damaged database is a common reason for a restore.
  return withDatabase({ DATA_DIR: folder }, read).catch(() => undefined);
}

/**
 * Restores a backup of either engine, completely or not at all. No session stays signed in. SQLite
 * gets a new file, which replaces the old one; PostgreSQL is changed in one transaction.
 * @returns the folder with what it replaced, if anything; whether the replaced database's password,
 *   second factor and recovery codes were kept; and the tables of other applications that an earlier
 *   release has included in the backup
 * @throws BackupError when it is damaged or too new, or the database exists, is in use or has
 *   dependents
 */
export async function restore(
  settings: BackupSettings & EncryptionContext['environment'],
  path: string,
  { force, serverUrl }: RestoreOptions,
) {
  const { BACKUP_PASSPHRASE: passphrase, DATA_DIR: folder, DATABASE_URL: url } = settings;
  const header = await readKnownHeader(path, passphrase);
  const file = join(folder, databaseFileName);
  const requireReplaceable = (hasDatabase: boolean) => {
    if (hasDatabase && !force)
      fail(
        'A database already exists. Use --force to replace it with the backup: npm run restore -- FILE --force',
      );
  };
  if (!url) {
    requireReplaceable(existsSync(file));
    requireNotInUse(file);
  }
  const work = await createWorkFolder(folder, restoringPrefix);
  const timestamp = new Date().toISOString().replace(/[:.]/g, '-');
  const replacedFolder = join(folder, `before-restore-${timestamp}`);
  const serverUrls = [url, serverUrl].filter((it) => it !== undefined);
  const target = url
    ? {
        ...settings,
        DATABASE_URL: setUrlParameter(url, 'application_name', restoreApplicationName),
      }
    : { DATA_DIR: work.path };
  let undo = () => rmSync(replacedFolder, { recursive: true, force: true });
  const replace = (keepsAccess: boolean) => {
    // From here on, the folder may have the only copy of what was replaced.
    undo = () => {};
    undo = replaceFiles(work.path, folder, replacedFolder, keepsAccess);
  };
  try {
    const result = await withDatabase(target, (db) =>
      db.transaction().execute(async (transaction) => {
        const replacedAccess = url
          ? await clearPostgres(transaction, {
              serverUrls,
              folder,
              replacedFolder,
              passphrase,
              requireReplaceable,
            })
          : await readReplacedAccess(folder);
        const backup = { path, passphrase, header, stagingFolder: work.path };
        const skipped = await loadBackup(transaction, backup);
        await applyPending(transaction, await readMigrationState(transaction));
        const keepsAccess = await resetAccess(transaction, replacedAccess);
        if (url) {
          // A backup of SQLite has the key in a file, which the servers of PostgreSQL may never see.
          const environment = { ...settings, DATA_DIR: work.path };
          await checkSecrets({ db: transaction, environment }, { reencrypt: true });
          replace(keepsAccess);
        }
        return { skipped, keepsAccess };
      }),
    );
    if (!url) {
      // Check again: a supervisor may have started a server meanwhile.
      requireNotInUse(file);
      replace(result.keepsAccess);
    }
    return { ...result, replacedFolder: existsSync(replacedFolder) ? replacedFolder : undefined };
  } catch (error) {
    undo();
    throw error;
  } finally {
    work.remove();
  }
}
