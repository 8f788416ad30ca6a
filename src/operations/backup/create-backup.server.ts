import { sql } from 'kysely';
import { type DatabaseSettings, mayHaveDatabase, withDatabase } from '../../db/database.server';
import { readMigrationState } from '../../db/migration-state.server';
import { type BackupEntry, fail, writeBackup } from './backup-file.server';
import { countEntries, readSite, type SiteContent } from './site-entries.server';

export interface BackupSettings extends DatabaseSettings {
  BACKUP_PASSPHRASE?: string | undefined;
}

interface BackupOptions {
  /** Encrypts the file. */
  passphrase?: string | undefined;
  /** Stops it. */
  signal?: AbortSignal | undefined;
  /** Called after each row and file. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Writes the site's own tables and its files into one file.
 * @throws BackupError when the file can't be written
 */
export async function writeSiteBackup(
  content: SiteContent,
  path: string,
  { onProgress, ...options }: BackupOptions = {},
): Promise<{ rows: number; files: number }> {
  const counts = { rows: 0, files: 0 };
  const total = onProgress ? await countEntries(content) : 0;
  async function* readEntries(): AsyncGenerator<BackupEntry> {
    for await (const entry of readSite(content)) {
      counts['file' in entry ? 'files' : 'rows'] += 1;
      onProgress?.(counts.rows + counts.files, total);
      yield entry;
    }
  }
  const header = {
    format: 'crewbridge-backup' as const,
    version: 1 as const,
    createdAt: new Date().toISOString(),
    migrations: content.state.appliedNames,
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
  { bucket, ...options }: BackupOptions & Pick<SiteContent, 'bucket'> = {},
): Promise<{ rows: number; files: number }> {
  const { DATA_DIR: folder, DATABASE_URL, BACKUP_PASSPHRASE: passphrase } = settings;
  if (!mayHaveDatabase(settings)) fail(noDatabaseMessage);
  return withDatabase(settings, (pool) =>
    pool.connection().execute(async (db) => {
      // Not Kysely's own transaction, which takes the write lock on SQLite.
      const begin = DATABASE_URL ? 'begin isolation level repeatable read read only' : 'begin';
      await sql.raw(begin).execute(db);
      try {
        if (DATABASE_URL) await sql`set local statement_timeout = 0`.execute(db);
        const state = await readMigrationState(db);
        if (state.appliedNames.length === 0) fail(noDatabaseMessage);
        const content = { db, state, folder, bucket };
        return await writeSiteBackup(content, path, { ...options, passphrase });
      } finally {
        await sql`rollback`.execute(db);
      }
    }),
  );
}
