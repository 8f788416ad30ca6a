import { bumpContentVersion } from '../../db/content-version.server';
import type { DatabaseTransaction } from '../../db/database.server';
import { writeAudit } from '../../foundation/audit/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { AppError } from '../../lib/errors';
import type { BaseItem, Collection } from './define-collection';
import { createRowMapper, type StoredRow } from './table.server';

/**
 * Finds the part of the list that a reorder changes, from the first to the last changed position.
 */
function findMovedRange(before: readonly string[], after: readonly string[]) {
  const isMoved = (id: string, place: number) => after[place] !== id;
  const from = before.findIndex(isMoved);
  if (from === -1) return undefined;
  const to = before.findLastIndex(isMoved) + 1;
  return {
    before: { from, ids: before.slice(from, to) },
    after: { from, ids: after.slice(from, to) },
  };
}

/**
 * Puts the items of a collection into the given order, and records the change.
 * @param rows all rows, in their current order
 * @param orderedIds the ids of all rows, once each
 * @throws AppError conflict when they are not exactly those of the rows
 */
export async function reorderItems<T extends BaseItem>(
  transaction: DatabaseTransaction,
  collection: Collection<T>,
  rows: readonly StoredRow[],
  orderedIds: readonly string[],
  userId: string | null,
): Promise<void> {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const ordered = [...new Set(orderedIds)].flatMap((id) => rowsById.get(id) ?? []);
  if (ordered.length !== rows.length || orderedIds.length !== rows.length) {
    throw new AppError(
      'conflict',
      'The list has changed in the meantime. Reload it and try again.',
    );
  }
  if (ordered.every(({ displayOrder }, place) => displayOrder === place)) return;
  await bumpContentVersion(transaction);
  const moved = ordered.flatMap((row, place) => {
    const updatedAt = createTimestampAfter(row.updatedAt);
    return row.displayOrder === place ? [] : [{ ...row, displayOrder: place, updatedAt }];
  });
  await createRowMapper(collection).save(transaction, moved);
  const movedRange = findMovedRange([...rowsById.keys()], orderedIds);
  if (!movedRange) return;
  await writeAudit(transaction, [
    {
      subject: collection.path,
      itemId: null,
      action: 'reordered',
      at: new Date().toISOString(),
      userId,
      ...movedRange,
    },
  ]);
}
