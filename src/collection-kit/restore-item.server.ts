import { bumpContentVersion } from '../db/content-version.server';
import type { DatabaseTransaction } from '../db/database.server';
import { findEntry, writeAudit } from '../foundation/audit/store.server';
import { addPictureDetails } from '../foundation/media/store.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import { AppError, collectFieldMessages } from '../lib/errors';
import { isPictureUrl } from '../lib/picture-values';
import { maxInteger, recordId, z } from '../lib/schema';
import type { BaseItem, Collection } from './define-collection';
import { type CollectionTable, createRowMapper } from './table.server';

/** Which version to restore. */
export const restoreInput = z.object({
  /** An entry of the item's history. Without it, the version before the deletion. */
  entryId: z.optional(recordId),
  /**
   * Whether to restore the item as it was before or after that entry. A deletion is always restored
   * to the version before it.
   */
  side: z.optional(z.enum(['before', 'after'])),
});

export type RestoreInput = z.output<typeof restoreInput>;

/** Validates an old version against the current contract. A missing field gets its default. */
function fitToContract(
  { create, defaults, kinds }: Pick<Collection, 'create' | 'defaults' | 'kinds'>,
  version: Record<string, unknown>,
) {
  const input = Object.fromEntries(
    Object.entries(version)
      .filter(([name]) => name in kinds)
      .map(([name, value]) => {
        const isInvalidPicture = kinds[name] === 'picture' && !isPictureUrl(String(value));
        return [name, isInvalidPicture ? null : value];
      }),
  );
  const result = z.safeParse(create, input);
  if (result.success) return { ...defaults, ...result.data };
  throw new AppError('conflict', 'This version no longer meets the rules for its fields.', {
    fields: collectFieldMessages(result.error.issues),
  });
}

/**
 * Moves the following items down by one if another item took the deleted item's position since the
 * deletion. Items that shared the position before stay: their creation dates decide the order, as
 * before.
 */
async function shiftFollowingItems(
  transaction: DatabaseTransaction,
  table: CollectionTable,
  displayOrder: number,
  deletedAt: string,
): Promise<void> {
  const rows = await transaction
    .selectFrom(table)
    .selectAll()
    .where('displayOrder', '>=', displayOrder)
    .where('displayOrder', '<', maxInteger)
    .execute();
  const isTaken = rows.some(
    (row) => row.displayOrder === displayOrder && row.updatedAt > deletedAt,
  );
  if (!isTaken) return;
  for (const row of rows) {
    await transaction
      .updateTable(table)
      .set({ displayOrder: row.displayOrder + 1, updatedAt: createTimestampAfter(row.updatedAt) })
      .where('id', '=', row.id)
      .execute();
  }
}

/**
 * Restores a version of an item, with its id and creation date. The item keeps its current position
 * in the list, or the one it had when it was deleted: the order belongs to the list, not to a
 * version.
 * @throws AppError not_found when item or version do not exist; conflict when there is nothing to
 * undo, or the version is no longer valid
 */
export async function restoreItem<T extends BaseItem>(
  transaction: DatabaseTransaction,
  collection: Collection<T>,
  id: string,
  { entryId, side }: RestoreInput,
  userId: string | null,
): Promise<T> {
  const { path, label } = collection;
  const { table, encode, decode, find, isUnchanged } = createRowMapper(collection);
  const stored = await find(transaction, id);
  if (stored && entryId === undefined) {
    throw new AppError('conflict', `This ${label.toLowerCase()} is not deleted.`);
  }
  const deletion = stored
    ? undefined
    : await findEntry(transaction, path, id, { action: 'deleted' });
  const current = stored && decode(stored);
  const last = current ?? deletion?.before;
  if (!last) throw new AppError('not_found', `${label} not found`);

  const entry =
    entryId === undefined ? deletion : await findEntry(transaction, path, id, { id: entryId });
  if (!entry) throw new AppError('not_found', 'This version is no longer stored.');
  const version = side === 'before' || entry.action === 'deleted' ? entry.before : entry.after;
  if (!version) throw new AppError('not_found', 'There was no version before this one.');

  const displayOrder = Number(last.displayOrder);
  const createdAt = String(last.createdAt);
  const { state, publishAt, unpublishAt, pending, takenDownAt = null } = last;
  // When visitors see it belongs to the item as well. An item from an earlier release has no state.
  const publication =
    state === undefined
      ? {}
      : { state, publishAt, unpublishAt, pending: pending ?? null, takenDownAt };
  const values = fitToContract(collection, version);
  // A version of an earlier release doesn't say how its pictures are shown.
  const completed = 'imageStyle' in values ? await addPictureDetails(transaction, values) : values;
  const cells = encode({ ...completed, ...publication, displayOrder });
  if (stored && current && isUnchanged(stored, cells)) return current;
  await bumpContentVersion(transaction);
  const updatedAt = createTimestampAfter(stored ? stored.updatedAt : (deletion?.at ?? createdAt));
  if (!stored)
    await shiftFollowingItems(transaction, table, displayOrder, deletion?.at ?? createdAt);
  const row = stored
    ? await transaction
        .updateTable(table)
        .set({ ...cells, updatedAt })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await transaction
        .insertInto(table)
        .values({ ...cells, displayOrder, id, createdAt, updatedAt })
        .returningAll()
        .executeTakeFirstOrThrow();
  const after = decode(row);
  await writeAudit(transaction, [
    {
      subject: path,
      itemId: id,
      action: 'restored',
      at: updatedAt,
      userId,
      ...(current && { before: current }),
      after,
    },
  ]);
  return after;
}
