import type { DatabaseTransaction } from '../db/database.server';
import { findEntry, writeAudit } from '../foundation/audit/store.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import { AppError, collectFieldMessages } from '../lib/errors';
import { isPictureUrl } from '../lib/picture-url';
import { maxInteger, pictureUrlSchemas, z } from '../lib/schema';
import type { AnyItem, Collection } from './define-collection';
import { type CollectionRow, createRowMapper } from './table.server';

/** Which version is wanted back. */
export const restoreInput = z.object({
  /** An entry of the item's history; without one, what was there before the deletion. */
  entryId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, 'Invalid id'))),
  /** The item as it was after that entry, or before it. What was deleted there is always the one before. */
  side: z.optional(z.enum(['before', 'after'])),
});

export type RestoreInput = z.output<typeof restoreInput>;

/** A version without the addresses that no picture may have today: it can be brought back all the same. */
const removeInvalidPictures = ({ fields }: Collection, version: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(version).map(([name, value]) => {
      const isPicture = fields[name] !== undefined && pictureUrlSchemas.has(fields[name]);
      return [name, isPicture && !isPictureUrl(String(value)) ? null : value];
    }),
  );

/** A version as today's rules allow it: a field that came later gets its default. */
function fitToContract(collection: Collection, version: Record<string, unknown>) {
  const { create, defaults } = collection;
  const result = z.safeParse(create, removeInvalidPictures(collection, version));
  if (result.success) return { ...defaults, ...result.data };
  throw new AppError('conflict', 'This version no longer meets the rules for its fields.', {
    fields: collectFieldMessages(result.error.issues),
  });
}

/**
 * Moves down what has been put, since the deletion, into the place that a deleted item had. What
 * shared the place before stays: then the date of creation decides, as it did.
 */
async function shiftFollowingItems(
  transaction: DatabaseTransaction,
  table: ReturnType<typeof createRowMapper>['table'],
  { displayOrder }: AnyItem,
  deletedAt: string,
): Promise<void> {
  const rows = (await transaction
    .selectFrom(table)
    .selectAll()
    .where('displayOrder', '>=', displayOrder)
    .where('displayOrder', '<', maxInteger)
    .execute()) as CollectionRow[];
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
 * Brings a version of an item back, with its id and date of creation. Its place in the list is the
 * one that it has, or had when it was deleted: the order belongs to the list, not to a version.
 * @throws AppError not_found when item or version are not kept; conflict when there is nothing to
 * undo, or the version breaks a rule of today
 */
export async function restoreItem(
  transaction: DatabaseTransaction,
  collection: Collection,
  id: string,
  { entryId, side }: RestoreInput,
  userId: string | null,
): Promise<AnyItem> {
  const { path, label } = collection;
  const { table, encode, decode, find, isUnchanged } = createRowMapper(collection);
  const stored = await find(transaction, id);
  if (stored && entryId === undefined) {
    throw new AppError('conflict', `This ${label.toLowerCase()} is not deleted.`);
  }
  const deletion = stored
    ? undefined
    : await findEntry(transaction, path, id, { action: 'deleted' });
  const last = (stored ? decode(stored) : deletion?.before) as AnyItem | null | undefined;
  if (!last) throw new AppError('not_found', `${label} not found`);

  const entry =
    entryId === undefined ? deletion : await findEntry(transaction, path, id, { id: entryId });
  if (!entry) throw new AppError('not_found', 'This version is no longer stored.');
  const version = side === 'before' || entry.action === 'deleted' ? entry.before : entry.after;
  if (!version) throw new AppError('not_found', 'There was no version before this one.');

  const { displayOrder, createdAt } = last;
  const cells = encode({ ...fitToContract(collection, version), displayOrder });
  if (stored && isUnchanged(stored, cells)) return last;
  const updatedAt = createTimestampAfter(stored ? stored.updatedAt : (deletion?.at ?? createdAt));
  if (!stored) await shiftFollowingItems(transaction, table, last, deletion?.at ?? createdAt);
  const row = stored
    ? await transaction
        .updateTable(table)
        .set({ ...cells, updatedAt })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await transaction
        .insertInto(table)
        .values({ ...(cells as CollectionRow), id, createdAt, updatedAt })
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
      ...(stored && { before: last }),
      after,
    },
  ]);
  return after;
}
