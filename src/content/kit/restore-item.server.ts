import { bumpContentVersion } from '../../db/content-version.server';
import type { DatabaseTransaction } from '../../db/database.server';
import {
  type AuditRecord,
  findDeletions,
  findEntry,
  type StoredEntry,
  writeAudit,
} from '../../foundation/audit/store.server';
import { addPictureDetails, readPictures } from '../../foundation/media/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { AppError, collectFieldMessages } from '../../lib/errors';
import { isPictureUrl } from '../../lib/picture-values';
import { maxInteger, recordId, z } from '../../lib/schema';
import type { BaseItem, Collection } from './define-collection';
import { createRowMapper, type StoredRow } from './table.server';

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
 * @returns the rows that change
 */
function shiftFollowingRows(
  rows: Iterable<StoredRow>,
  displayOrder: number,
  deletedAt: string,
): StoredRow[] {
  const following = [...rows].filter(
    (row) => row.displayOrder >= displayOrder && row.displayOrder < maxInteger,
  );
  const isTaken = following.some(
    (row) => row.displayOrder === displayOrder && row.updatedAt > deletedAt,
  );
  if (!isTaken) return [];
  return following.map((row) => ({
    ...row,
    displayOrder: row.displayOrder + 1,
    updatedAt: createTimestampAfter(row.updatedAt),
  }));
}

/** The publication of an item from an earlier release, which has none. */
const published = {
  ...{ state: 'published', publishAt: null, unpublishAt: null, pending: null, takenDownAt: null },
};

/** An item to restore, with the values of the chosen version. */
interface Restored<T> {
  id: string;
  /** The item as it is; undefined for a deleted one. */
  current: T | undefined;
  /** The item as it is, or as it was when it was deleted. */
  last: Record<string, unknown>;
  deletedAt: string | undefined;
  /** The fields of the version, valid by the current contract. */
  values: Record<string, unknown>;
}

/** Finds the version of an item. @throws as `restoreItems` */
async function findVersion<T extends BaseItem>(
  transaction: DatabaseTransaction,
  collection: Collection<T>,
  { id, current, deletion }: { id: string; current: T | undefined; deletion?: StoredEntry },
  { entryId, side }: RestoreInput,
): Promise<Restored<T>> {
  const { path, label } = collection;
  if (current && entryId === undefined) {
    throw new AppError('conflict', `This ${label.toLowerCase()} is not deleted.`);
  }
  const last = current ?? deletion?.before;
  if (!last) throw new AppError('not_found', `${label} not found`);
  const entry =
    entryId === undefined ? deletion : await findEntry(transaction, path, id, { id: entryId });
  if (!entry) throw new AppError('not_found', 'This version is no longer stored.');
  const version = side === 'before' || entry.action === 'deleted' ? entry.before : entry.after;
  if (!version) throw new AppError('not_found', 'There was no version before this one.');
  const values = fitToContract(collection, version);
  return { id, current, last: { ...last }, deletedAt: deletion?.at, values };
}

/**
 * Restores a version of items, with their ids and creation dates. An item keeps its current position
 * in the list, or the one it had when it was deleted: the order belongs to the list, not to a
 * version. The number of statements does not depend on the number of deleted items.
 * @throws AppError not_found when item or version do not exist; conflict when there is nothing to
 * undo, or the version is no longer valid
 */
export async function restoreItems<T extends BaseItem>(
  transaction: DatabaseTransaction,
  collection: Collection<T>,
  ids: readonly string[],
  input: RestoreInput,
  userId: string | null,
): Promise<T[]> {
  const { table, encode, decode, isUnchanged, save } = createRowMapper(collection);
  const stored = await transaction.selectFrom(table).selectAll().execute();
  const rows = new Map(stored.map((row) => [row.id, row]));
  const missing = ids.filter((id) => !rows.has(id));
  const deletions = await findDeletions(transaction, collection.path, missing);
  const restored: Restored<T>[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    const known = { id, current: row && decode(row), deletion: deletions.get(id) };
    restored.push(await findVersion(transaction, collection, known, input));
  }
  const findPicture = await readPictures(
    transaction,
    restored.map(({ values }) => values),
  );
  const changed = new Map<string, StoredRow>();
  const records: AuditRecord[] = [];
  const change = (row: StoredRow) => {
    rows.set(row.id, row);
    changed.set(row.id, row);
  };
  for (const { id, current, last, deletedAt, values } of restored) {
    const { state, publishAt, unpublishAt, pending = null, takenDownAt = null } = last;
    const displayOrder = Number(last.displayOrder);
    const createdAt = String(last.createdAt);
    const cells = encode({
      // A version of an earlier release doesn't say how its pictures are shown.
      ...('imageStyle' in values ? addPictureDetails(findPicture, values) : values),
      // When visitors see it belongs to the item as well.
      ...(state !== undefined && { state, publishAt, unpublishAt, pending, takenDownAt }),
      displayOrder,
    });
    const row = rows.get(id);
    if (row && isUnchanged(row, cells)) continue;
    const lastAt = row?.updatedAt ?? deletedAt ?? createdAt;
    if (!row) shiftFollowingRows(rows.values(), displayOrder, lastAt).forEach(change);
    const updatedAt = createTimestampAfter(lastAt);
    const next = { ...(row ?? { ...published, id, createdAt }), ...cells, displayOrder, updatedAt };
    change(next);
    records.push({
      ...{ subject: collection.path, itemId: id, action: 'restored', at: updatedAt, userId },
      ...(current && { before: current }),
      after: decode(next),
    });
  }
  if (changed.size > 0) {
    await bumpContentVersion(transaction);
    await save(transaction, [...changed.values()]);
    await writeAudit(transaction, records);
  }
  return ids.flatMap((id) => rows.get(id) ?? []).map(decode);
}
