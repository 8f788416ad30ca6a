import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFileName } from '../../src/db/database.server';
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

const errorReport = {
  message: 'TypeError: URL.parse is not a function',
  component: 'The page',
  release: 'client-Bk3xQ9.js',
  engine: 'Firefox 115',
};

/** The headers of a browser, without which an error report is not stored. */
export const browserHeaders = {
  'Sec-Fetch-Site': 'same-origin',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0',
};

/** Requests that write, by what they are. Each gets 2xx when its write is committed. */
export const writingRequests = {
  'an error report': ['POST', '/api/client-errors', errorReport],
  'GET /readyz': ['GET', '/readyz', undefined],
  'an inquiry': ['POST', '/api/leads', sampleLead],
} as const;
