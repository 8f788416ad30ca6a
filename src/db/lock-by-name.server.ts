import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.server';
import { isPostgres } from './is-postgres.server';

/**
 * Serializes transactions that use the same name, for a check that must still hold at their commit.
 * Take it before any other lock. SQLite's transactions start with the write lock anyway.
 */
export async function lockByName(transaction: DatabaseTransaction, name: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
