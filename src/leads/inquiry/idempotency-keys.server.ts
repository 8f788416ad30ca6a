import { type Columns, createBulkStatement } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import type { IdempotencyKeyRow } from '../../http/repeatable-request.server';
import { DAY } from '../../lib/time';

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
 * Builds the statement that claims keys for leads stored in the same transaction. It waits for
 * another process that is claiming the same key.
 * @returns the statement; its result has the claimed keys, without those that were taken before
 */
export const claimIdempotencyKeys = (
  transaction: DatabaseTransaction,
  rows: readonly IdempotencyKeyRow[],
) =>
  insertKeys(
    transaction,
    // Always in the same order, so that two processes that claim the same keys can't deadlock.
    rows.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  );

/** Finds the leads of keys that were claimed before. */
export const findIdempotencyKeys = (
  db: Database,
  keys: readonly string[],
): Promise<IdempotencyKeyRow[]> =>
  db.selectFrom('idempotencyKeys').selectAll().where('key', 'in', keys).execute();

/** Retention period of the keys, in days: longer than a draft is likely to stay unsent. */
const keyRetentionDays = 30;

/** Deletes expired idempotency keys. */
export async function purgeIdempotencyKeys(db: Database): Promise<void> {
  const cutoff = new Date(Date.now() - keyRetentionDays * DAY).toISOString();
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', cutoff).execute();
}
