import type { Database, DatabaseTransaction } from '../../lib/database.server';
import { type Columns, jsonRows } from '../../lib/json-rows.server';

/** Which lead a key stands for, and the hash of what was sent with it. */
interface IdempotencyRow {
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
 * Takes keys for leads that are about to be stored in the same transaction. Of two requests with one key
 * the first in the list has it, and one that was stored before has it for good.
 * @returns by key, whose it is now
 */
export async function takeKeys(
  transaction: DatabaseTransaction,
  wanted: readonly IdempotencyRow[],
): Promise<ReadonlyMap<string, Pick<IdempotencyRow, 'requestHash' | 'leadId'>>> {
  const holders = new Map<string, IdempotencyRow>();
  for (const row of wanted) if (!holders.has(row.key)) holders.set(row.key, row);
  if (holders.size === 0) return holders;
  // In one order everywhere: two processes that take the same keys must not wait for each other.
  const rows = [...holders.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const taken = await transaction
    .insertInto('idempotencyKeys')
    .columns(Object.keys(columns) as (keyof IdempotencyRow)[])
    .expression(jsonRows(transaction, columns, rows))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .execute();
  if (taken.length === holders.size) return holders;
  const isTaken = new Set(taken.map(({ key }) => key));
  const others = rows.filter(({ key }) => !isTaken.has(key)).map(({ key }) => key);
  const earlier = await transaction
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('key', 'in', others)
    .execute();
  for (const row of earlier) holders.set(row.key, row);
  return holders;
}

/** Days for which a repeated request is recognised: longer than any draft is likely to lie about. */
const keyLifetime = 30;

/** Deletes the idempotency keys whose time is over. */
export async function purgeIdempotencyKeys(db: Database): Promise<void> {
  const before = new Date(Date.now() - keyLifetime * 24 * 3_600_000).toISOString();
  await db.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute();
}
