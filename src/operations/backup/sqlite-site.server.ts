import { existsSync } from 'node:fs';
import SqliteDatabase from 'libsql';
import { getErrorCode } from '../../lib/get-error-code';
import { BackupError } from './backup-file.server';

/**
 * Refuses while another process has the file open: that process would continue to write to the file
 * after it was moved. A file that can't be opened as a database counts as unused.
 * @throws BackupError when the file is in use
 */
export function requireNotInUse(file: string): void {
  if (!existsSync(file)) return;
  const inUseError = new BackupError(
    'The database is in use. Stop every server that runs on it, then restore.',
  );
  let database: SqliteDatabase.Database | undefined;
  try {
    database = new SqliteDatabase(file, { timeout: 500 });
    // Leaving WAL mode requires exclusive access.
    database.pragma('journal_mode = DELETE');
  } catch (error) {
    const code = getErrorCode(error);
    if (/^SQLITE_(BUSY|LOCKED)/.test(code)) throw inUseError;
  } finally {
    database?.close();
  }
}
