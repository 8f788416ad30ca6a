import { existsSync } from 'node:fs';
import SqliteDatabase from 'libsql';
import { getErrorCode } from '../../lib/get-error-code';
import { BackupError } from './backup-file.server';

/**
 * Refuses while another process has the file open: it would go on writing into the one moved aside.
 * A file that can't be opened as a database has nobody working on it.
 * @throws BackupError
 */
export function requireNotInUse(file: string): void {
  if (!existsSync(file)) return;
  const inUseError = new BackupError(
    'The database is in use. Stop every server that runs on it, then restore.',
  );
  let database: SqliteDatabase.Database | undefined;
  try {
    database = new SqliteDatabase(file, { timeout: 500 });
    // Leaving WAL needs the file to oneself.
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    const code = getErrorCode(error);
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw inUseError;
  } finally {
    database?.close();
  }
}
