import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFileName } from '../../src/db/database.server';
import { errorReport } from './browser-headers';
import { sampleLead } from './samples';

/**
 * Holds the write lock of a SQLite database, as another process does during a transaction.
 * @returns a function that releases it
 * @throws when the lock is not free within the timeout
 */
export function lockDatabase(dataDir: string, timeoutMs = 5_000): () => void {
  const database = new DatabaseSync(join(dataDir, databaseFileName), { timeout: timeoutMs });
  try {
    database.exec('begin immediate');
  } catch (error) {
    database.close();
    throw error;
  }
  return () => database.close();
}

/** Requests that write, by what they are. Each gets 2xx when its write is committed. */
export const writingRequests = {
  'an error report': ['POST', '/api/client-errors', errorReport],
  'GET /readyz': ['GET', '/readyz', undefined],
  'an inquiry': ['POST', '/api/leads', sampleLead],
} as const;
