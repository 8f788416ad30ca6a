import type { Database, DatabaseTransaction } from '../../lib/database.server';
import { type Columns, jsonRows } from '../../lib/json-rows.server';

/** Which lead a key stands for, and the hash of what was sent with it. */
export interface IdempotencyRow {
  key: string;
  requestHash: string;
  leadId: string;
  createdAt: string;
}

declare module '../../lib/database.server' {
  interface Tables {
    idempotencyKeys: IdempotencyRow;
  }
}

const columns: Columns<IdempotencyRow> = {
  key: 'text',
  requestHash: 'text',
  leadId: 'text',
  createdAt: 'text',
};

/**
 * The statement that takes keys for leads which are about to be stored in the same transaction. A key
 * that another process is just taking is waited for.
 * @returns gives the keys that were taken; those that are missing were taken before
 */
export const keysTaken = (transaction: DatabaseTransaction, rows: readonly IdempotencyRow[]) =>
  transaction
    .insertInto('idempotencyKeys')
    .columns(Object.keys(columns) as (keyof IdempotencyRow)[])
    // In one order everywhere: two processes that take the same keys must not wait for each other.
    .expression(
      jsonRows(
        transaction,
        columns,
        rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
      ),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key');

/** Which leads the keys stand for that were taken before. */
export const holdersOf = (db: Database, keys: readonly string[]): Promise<IdempotencyRow[]> =>
  db.selectFrom('idempotencyKeys').selectAll().where('key', 'in', keys).execute();

/** Days for which a repeated request is recognised: longer than any draft is likely to lie about. */
const keyLifetime = 30;

/** Deletes the idempotency keys whose time is over. */
export async function purgeIdempotencyKeys(db: Database): Promise<void> {
  const before = new Date(Date.now() - keyLifetime * 24 * 3_600_000).toISOString();
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute();
}
