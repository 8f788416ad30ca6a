import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type DatabaseSettings, mayHaveDatabase, withDatabase } from '../../db/database.server';
import { liftTimeouts } from '../../db/migrate.server';
import { readMigrationState } from '../../db/migration-state.server';
import { type BackupEntry, fail, type WriteOptions, writeBackup } from './backup-file.server';
import { countEntries, readSite, type Site } from './site-entries.server';

export interface BackupSettings extends DatabaseSettings {
  BACKUP_PASSPHRASE?: string | undefined;
}

interface BackupOptions extends WriteOptions {
  /** Called after each row and file. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Writes the site's own tables and its files into one file.
 * @returns the number of rows and files
 * @throws BackupError when the file can't be written
 */
export async function writeSiteBackup(
  site: Site,
  path: string,
  { onProgress, ...options }: BackupOptions = {},
): Promise<{ rows: number; files: number }> {
  const counts = { rows: 0, files: 0 };
  const total = onProgress ? await countEntries(site) : 0;
  async function* readEntries(): AsyncGenerator<BackupEntry> {
    for await (const entry of readSite(site)) {
      counts['file' in entry ? 'files' : 'rows'] += 1;
      onProgress?.(counts.rows + counts.files, total);
      yield entry;
    }
  }
  const header = {
    format: 'crewbridge-backup' as const,
    version: 1 as const,
    createdAt: new Date().toISOString(),
    migrations: site.state.appliedNames,
  };
  await writeBackup(path, header, readEntries(), options);
  return counts;
}

const noDatabaseMessage = 'The site has no database yet: nothing to back up.';

/**
 * Writes the database, from one snapshot, and the data folder's files into one file. The server may
 * be running.
 * @throws BackupError when there is no database, the file can't be written, or it was stopped
 */
export async function createBackup(
  settings: BackupSettings,
  path: string,
  { bucket, ...options }: BackupOptions & Pick<Site, 'bucket'> = {},
): Promise<{ rows: number; files: number }> {
  const { DATA_DIR: folder, DATABASE_URL, BACKUP_PASSPHRASE: passphrase } = settings;
  if (!mayHaveDatabase(settings)) fail(noDatabaseMessage);
  return withDatabase(settings, (pool) =>
    pool.connection().execute(async (db) => {
      // Not Kysely's own transaction, which takes the write lock on SQLite.
      const begin = DATABASE_URL ? 'begin isolation level repeatable read read only' : 'begin';
      await sql.raw(begin).execute(db);
      try {
        if (DATABASE_URL) await liftTimeouts(db);
        const state = await readMigrationState(db);
        if (state.appliedNames.length === 0) fail(noDatabaseMessage);
        return await writeSiteBackup({ db, state, folder, bucket }, path, {
          ...options,
          passphrase,
        });
      } finally {
        // Nothing depends on it: the backup is complete or has failed, and the connection is closed.
        await sql`rollback`.execute(db).catch(() => {});
      }
    }),
  );
}

/** Returns the path of a new backup in the folder, which it creates. @throws BackupError */
export function createBackupPath(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    fail(`${folder} can't be used for backups: ${reason}`, error);
  }
  const timestamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  return join(folder, `crewbridge-${timestamp}.backup`);
}

/** Deletes all but the newest backups, by the times in their names. @returns the deleted ones */
export function deleteOldBackups(folder: string, keepCount: number): string[] {
  const isBackup = (name: string) => /^crewbridge-\d{8}T\d{6}Z\.backup$/.test(name);
  const old = readdirSync(folder).filter(isBackup).sort().slice(0, -keepCount);
  for (const name of old) rmSync(join(folder, name));
  return old;
}
