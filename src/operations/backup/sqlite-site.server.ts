import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { nameSqliteError } from '../../db/sqlite-error.server';
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
