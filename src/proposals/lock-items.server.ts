import type { Collection } from '../content/kit/define-collection';
import { getCollectionTable } from '../content/kit/table.server';
import { splitIntoBatches } from '../db/bulk-statement.server';
import type { DatabaseTransaction } from '../db/database.server';
import { lockRows } from '../db/locks.server';

/**
 * Locks items of a collection, so that none is deleted while a proposal with them is stored or sent.
 * @returns whether all of them exist
 */
export async function lockItems(
  transaction: DatabaseTransaction,
  collection: Pick<Collection, 'table'>,
  ids: readonly string[],
): Promise<boolean> {
  const table = getCollectionTable(collection);
  let count = 0;
  for (const batch of splitIntoBatches(ids)) {
    const query = transaction.selectFrom(table).select('id').where('id', 'in', batch);
    count += (await lockRows(transaction, query.orderBy('id')).execute()).length;
  }
  return count === ids.length;
}
