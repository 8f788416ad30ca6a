import type { Database, DatabaseTransaction } from '../../lib/database.server';
import { type Columns, rowsStatement } from '../../lib/rows-statement.server';

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

const insertKeys = rowsStatement(columns, (db, rows, names) =>
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
export const keysTaken = (transaction: DatabaseTransaction, rows: readonly IdempotencyRow[]) =>
  insertKeys(
    transaction,
    // In one order everywhere: two processes that take the same keys must not wait for each other.
    rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  );

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
