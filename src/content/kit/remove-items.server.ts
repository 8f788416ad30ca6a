import { splitIntoBatches } from '../../db/bulk-statement.server';
import { bumpContentVersion } from '../../db/content-version.server';
import type { DatabaseTransaction } from '../../db/database.server';
import { writeAudit } from '../../foundation/audit/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import type { AppError } from '../../lib/errors';
import type { BaseItem, Collection } from './define-collection';
import { createRowMapper } from './table.server';

/**
 * Runs before items are deleted, in the same transaction.
 * @returns the error for each item that must stay
 */
export type BeforeRemove = (
  transaction: DatabaseTransaction,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, AppError>>;

/**
 * Deletes items of a collection and records it, apart from those that a hook needs, as a package that
 * was paid. The number of statements does not depend on the number of items.
 * @returns the ids of the deleted items, and the errors of the hook
 */
export async function removeItems<T extends BaseItem>(
  transaction: DatabaseTransaction,
  collection: Collection<T>,
  ids: readonly string[],
  { beforeRemove, userId }: { beforeRemove: BeforeRemove | undefined; userId: string | null },
): Promise<{ deletedIds: string[]; errors: ReadonlyMap<string, AppError> }> {
  const { table, decode, findSeveral } = createRowMapper(collection);
  const rows = await findSeveral(transaction, ids);
  const errors = (await beforeRemove?.(transaction, [...rows.keys()])) ?? new Map();
  const deleted = [...rows.values()].filter(({ id }) => !errors.has(id));
  const deletedIds = deleted.map(({ id }) => id);
  if (deleted.length === 0) return { deletedIds, errors };
  for (const batch of splitIntoBatches(deletedIds)) {
    await transaction.deleteFrom(table).where('id', 'in', batch).execute();
  }
  await bumpContentVersion(transaction);
  await writeAudit(
    transaction,
    deleted.map((row) => ({
      subject: collection.path,
      itemId: row.id,
      action: 'deleted',
      at: createTimestampAfter(row.updatedAt),
      userId,
      before: decode(row),
    })),
  );
  return { deletedIds, errors };
}
