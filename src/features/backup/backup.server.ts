import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import {
  type Database,
  type DatabaseSettings,
  type DatabaseTransaction,
  openDatabase,
} from '../../lib/database.server';
import { type MigrationState, readMigrationState } from '../../lib/migration-state.server';
import { type BackupEntry, BackupError, writeBackup } from './backup-file.server';
import { databaseFile, readDataFolder } from './data-folder.server';
import { rawDatabase, rowsOf, tablesInOrder } from './tables.server';

interface BackupCounts {
  rows: number;
  files: number;
}

const noDatabase = () =>
  new BackupError('There is no database of the site yet: nothing to back up.');

/**
 * Writes the site's own tables and the data folder's files into one file.
 * @param db a transaction that sees the database as it was at one moment
 * @throws BackupError when the file can't be written
 */
export async function writeSite(
  db: Database | DatabaseTransaction,
  state: MigrationState,
  { folder, path }: { folder: string; path: string },
): Promise<BackupCounts> {
  const counts = { rows: 0, files: 0 };
  const raw = rawDatabase(db, state.schema);
  const tables = await tablesInOrder(db, state);
  async function* entries(): AsyncGenerator<BackupEntry> {
    for (const table of tables) {
      for await (const row of rowsOf(raw, table)) {
        counts.rows += 1;
        yield { table: table.name, row };
      }
    }
    // After the rows: a picture is in its place before a row names it, and never changes.
    for (const entry of readDataFolder(folder)) {
      counts.files += 1;
      yield entry;
    }
  }
  const header = {
    format: 'crewbridge-backup' as const,
    version: 1 as const,
    createdAt: new Date().toISOString(),
    migrations: state.applied,
  };
  await writeBackup(path, header, entries());
  return counts;
}

/**
 * Writes the database and the data folder's files into one file, while the server may be running: all
 * of the database as it was at one moment, of both engines in the same form.
 * @returns how many rows and files
 * @throws BackupError when there is no database, or the file can't be written
 */
export async function backUp(settings: DatabaseSettings, path: string): Promise<BackupCounts> {
  const { DATA_DIR, DATABASE_URL } = settings;
  // Opening it would make one.
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, databaseFile))) throw noDatabase();
  const db = await openDatabase(settings);
  try {
    return await db.connection().execute(async (connection) => {
      // Not Kysely's own transaction: for SQLite that takes the lock of the writers.
      const begin = DATABASE_URL ? 'begin isolation level repeatable read read only' : 'begin';
      await sql.raw(begin).execute(connection);
      try {
        if (DATABASE_URL) await sql`set local statement_timeout = 0`.execute(connection);
        const state = await readMigrationState(connection);
        if (state.applied.length === 0) throw noDatabase();
        return await writeSite(connection, state, { folder: DATA_DIR, path });
      } finally {
        await sql`rollback`.execute(connection);
      }
    });
  } finally {
    await db.destroy();
  }
}
