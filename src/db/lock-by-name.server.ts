import { hash } from 'node:crypto';
import type { DatabaseTransaction } from './database.server';
import { isPostgres } from './is-postgres.server';
import { writeSiteState } from './site-state.server';

/**
 * Serializes transactions that use the same name, for a check that must still hold at their commit.
 * Take it before any other lock. SQLite's transactions start with the write lock anyway.
 *
 * Locks one of 256 rows, by the hash of the name. Rejected: an advisory lock, which CockroachDB
 * accepts and ignores.
 */
export async function lockByName(transaction: DatabaseTransaction, name: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  const [bucket = 0] = hash('sha256', name, 'buffer');
  await writeSiteState(transaction, `lock:${bucket}`, '');
}
