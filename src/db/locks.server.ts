import { type SelectQueryBuilder, sql } from 'kysely';
import type { DatabaseTransaction, Tables } from './database.server';
import { isPostgres } from './database.server';

/**
 * Serializes transactions that use the same name, for a check that must still hold at their commit.
 * Take it before any other lock. SQLite's transactions start with the write lock anyway.
 */
export async function lockByName(transaction: DatabaseTransaction, name: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

type TableQuery<Table extends keyof Tables, Row> = SelectQueryBuilder<Tables, Table, Row>;

/** Locks the selected rows until the transaction ends. SQLite has locked the whole database. */
export const lockRows = <Table extends keyof Tables, Row>(
  transaction: DatabaseTransaction,
  query: TableQuery<Table, Row>,
): TableQuery<Table, Row> => (isPostgres(transaction) ? query.forUpdate() : query);

/** Locks the selected rows as `lockRows` does, without those that another transaction has locked. */
export const lockFreeRows = <Table extends keyof Tables, Row>(
  transaction: DatabaseTransaction,
  query: TableQuery<Table, Row>,
): TableQuery<Table, Row> => (isPostgres(transaction) ? query.forUpdate().skipLocked() : query);
