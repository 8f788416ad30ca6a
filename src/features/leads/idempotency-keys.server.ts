import { type Columns, createBulkStatement } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { DAY } from '../../lib/time';

/** Which lead a key stands for, and the hash of what was sent with it. */
export interface IdempotencyKeyRow {
  key: string;
  requestHash: string;
  leadId: string;
  createdAt: string;
}

declare module '../../db/database.server' {
  interface Tables {
    idempotencyKeys: IdempotencyKeyRow;
  }
}

const columns: Columns<IdempotencyKeyRow> = {
  key: 'text',
  requestHash: 'text',
  leadId: 'text',
  createdAt: 'text',
};

const insertKeys = createBulkStatement(columns, (db, rows, names) =>
  db
    .insertInto('idempotencyKeys')
    .columns(names)
    .expression(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key'),
);

/**
 * The statement that takes keys for leads which are about to be stored in the same transaction. A key
 * that another process is just taking is waited for.
 * @returns gives the keys that were taken; those that are missing were taken before
 */
export const claimIdempotencyKeys = (
  transaction: DatabaseTransaction,
  rows: readonly IdempotencyKeyRow[],
) =>
  insertKeys(
    transaction,
    // In one order everywhere: two processes that take the same keys must not wait for each other.
    rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  );

/** Which leads the keys stand for that were taken before. */
export const findIdempotencyKeys = (
  db: Database,
  keys: readonly string[],
): Promise<IdempotencyKeyRow[]> =>
  db.selectFrom('idempotencyKeys').selectAll().where('key', 'in', keys).execute();

/** Days for which a repeated request is recognised: longer than any draft is likely to lie about. */
const keyRetentionDays = 30;

/** Deletes the idempotency keys whose time is over. */
export async function purgeIdempotencyKeys(db: Database): Promise<void> {
  const cutoff = new Date(Date.now() - keyRetentionDays * DAY).toISOString();
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', cutoff).execute();
}
