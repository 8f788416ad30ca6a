import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  type Database,
  type DatabaseSettings,
  mayHaveDatabase,
  withDatabase,
} from '../../db/database.server';
import {
  type MigrationState,
  readMigrationState,
  toRawDatabase,
} from '../../db/migration-state.server';
import type { PictureStorage } from '../../foundation/media/storage.server';
import { listPictureIds, readPictureFiles } from '../stored-pictures.server';
import { type BackupEntry, BackupError, writeBackup } from './backup-file.server';
import { countFiles, readDataFolder } from './data-folder.server';
import { countRows, listTablesInOrder, readRows } from './raw-tables.server';

interface BackupCounts {
  rows: number;
  files: number;
}

export interface BackupSettings extends DatabaseSettings {
  BACKUP_PASSPHRASE?: string | undefined;
}

interface BackupTarget {
  /** The data folder. */
  folder: string;
  /** The file to write. */
  path: string;
  /** Encrypts the file. */
  passphrase?: string | undefined;
  /** The bucket whose pictures are taken along, as if they were in the data folder. */
  bucket?: PictureStorage | undefined;
  /** Stops it. */
  signal?: AbortSignal | undefined;
  /** Called after each row and file. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

const createNoDatabaseError = () =>
  new BackupError('The site has no database yet: nothing to back up.');

/** Reads the pictures of a bucket, under the names that they would have in the data folder. */
async function* readBucket(
  db: Database,
  bucket: PictureStorage,
  folder: string,
): AsyncGenerator<BackupEntry> {
  for await (const id of listPictureIds(db)) {
    const path = join('pictures', id);
    // Not moved to the bucket yet: it is in the backup already.
    if (existsSync(join(folder, path))) continue;
    for (const { name, body } of await readPictureFiles(bucket, id)) {
      yield { file: `pictures/${id}/${name}`, mode: 0o600, content: body.toString('base64') };
    }
  }
}

/**
 * Writes the site's own tables and the data folder's files into one file.
 * @param db a transaction that reads from one snapshot of the database
 * @throws BackupError when the file can't be written
 */
export async function writeSiteBackup(
  db: Database,
  state: MigrationState,
  { folder, path, passphrase, bucket, signal, onProgress }: BackupTarget,
): Promise<BackupCounts> {
  const counts = { rows: 0, files: 0 };
  const raw = toRawDatabase(db, state.schema);
  const tables = await listTablesInOrder(db, state);
  const total = onProgress ? (await countRows(raw, tables)) + countFiles(folder) : 0;
  async function* readEntries(): AsyncGenerator<BackupEntry> {
    for (const table of tables) {
      for await (const row of readRows(raw, table)) {
        counts.rows += 1;
        onProgress?.(counts.rows, total);
        yield { table: table.name, row };
      }
    }
    // Files come after the rows: a picture is stored before a row refers to it, and never changes.
    for (const entry of readDataFolder(folder)) {
      counts.files += 1;
      onProgress?.(counts.rows + counts.files, total);
      yield entry;
    }
    if (!bucket) return;
    for await (const entry of readBucket(db, bucket, folder)) {
      counts.files += 1;
      yield entry;
    }
  }
  const header = {
    format: 'crewbridge-backup' as const,
    version: 1 as const,
    createdAt: new Date().toISOString(),
    migrations: state.appliedNames,
  };
  await writeBackup(path, header, readEntries(), { passphrase, signal });
  return counts;
}

/**
 * Writes the database, from one snapshot, and the data folder's files into one file. The server may
 * be running.
 * @throws BackupError when there is no database, the file can't be written, or it was stopped
 */
export async function createBackup(
  settings: BackupSettings,
  path: string,
  { onProgress, bucket, signal }: Pick<BackupTarget, 'onProgress' | 'bucket' | 'signal'> = {},
): Promise<BackupCounts> {
  const { DATA_DIR, DATABASE_URL, BACKUP_PASSPHRASE: passphrase } = settings;
  if (!mayHaveDatabase(settings)) throw createNoDatabaseError();
  return withDatabase(settings, async (db) => {
    return db.connection().execute(async (connection) => {
      // Not Kysely's own transaction, which takes the write lock on SQLite.
      const beginStatement = DATABASE_URL
        ? 'begin isolation level repeatable read read only'
        : 'begin';
      await sql.raw(beginStatement).execute(connection);
      try {
        if (DATABASE_URL) await sql`set local statement_timeout = 0`.execute(connection);
        const state = await readMigrationState(connection);
        if (state.appliedNames.length === 0) throw createNoDatabaseError();
        return await writeSiteBackup(connection, state, {
          ...{ folder: DATA_DIR, path, passphrase, bucket, signal, onProgress },
        });
      } finally {
        await sql`rollback`.execute(connection);
      }
    });
  });
}
