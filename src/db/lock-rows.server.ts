import type { SelectQueryBuilder } from 'kysely';
import type { DatabaseTransaction, Tables } from './database.server';
import { isPostgres } from './is-postgres.server';

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
