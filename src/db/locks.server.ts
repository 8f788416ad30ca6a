import { type SelectQueryBuilder, sql } from 'kysely';
import { getTimeAgo } from '../lib/time/durations';
import {
  type Database,
  type DatabaseTransaction,
  isPostgres,
  type Tables,
} from './database.server';
import './site-state.server';

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

/**
 * Acquires a lease: the claim to be the only process that does some work. If the process dies,
 * another one can acquire it after `durationMs`.
 * @param key of its row in `site_state`
 * @returns a function that releases it; undefined when another process holds it
 */
export async function acquireLease(
  db: Database,
  key: string,
  durationMs: number,
): Promise<(() => Promise<void>) | undefined> {
  const value = new Date(Date.now() + durationMs).toISOString();
  const acquired = await db
    .insertInto('siteState')
    .values({ key, value })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ value })
        .where(({ eb, or }) =>
          or([
            eb('siteState.value', '<', getTimeAgo(0)),
            // Acquired by a clock that was ahead. Another process's may be ahead by a little.
            eb('siteState.value', '>', getTimeAgo(-2 * durationMs)),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  if (!acquired) return undefined;
  return async () => {
    await db
      .updateTable('siteState')
      .set({ value: '' })
      .where('key', '=', key)
      .where('value', '=', value)
      .execute();
  };
}
