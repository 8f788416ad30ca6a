import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.server';
import { isPostgres } from './is-postgres.server';

/**
 * Serializes transactions that use the same name, until they end, for a check that must still hold
 * when its write commits. Take it before any other lock of the transaction.
 *
 * On PostgreSQL it is an advisory lock of the transaction. On SQLite there is nothing to do: every
 * transaction starts with the write lock (`begin immediate`).
 */
export async function lockByName(transaction: DatabaseTransaction, name: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
