import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.server';
import { isPostgres } from './is-postgres.server';

/**
 * Makes transactions that name the same thing wait for each other, until they end: for a check that
 * must still hold when what it allows is written. Take it before any other lock of the transaction.
 *
 * PostgreSQL: an advisory lock that ends with the transaction. SQLite: nothing to do, because every
 * transaction begins with the write lock (`begin immediate`).
 */
export async function lockByName(transaction: DatabaseTransaction, name: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
