import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../lib/errors';
import { moveEntry } from '../../lib/list';
import { maxInteger } from '../../lib/schema';
import { createTimestampAfter } from '../../lib/time/create-timestamp-after.server';
import type { Reorder } from './define-collection';
import type { Cells, Values } from './documents.server';
import type { StoredRow } from './table.server';

const moveRow = (row: StoredRow, displayOrder: number): StoredRow => ({
  ...row,
  displayOrder,
  updatedAt: createTimestampAfter(row.updatedAt),
});

/** Finds the part of a list that a reorder changes, from the first to the last changed position. */
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
 * Plans a new order of a list.
 * @param rows all rows, in their current order
 * @returns the rows that change, and the part of the list that moves, if any does
 * @throws AppError conflict when the ids are not exactly those of the rows, once each, or the order
 * before is no longer the current one
 */
export function planReorder(rows: readonly StoredRow[], { orderedIds, moved }: Reorder) {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const storedIds = [...rowsById.keys()];
  const previousIds = moved
    ? moveEntry(orderedIds, orderedIds.indexOf(moved.id), moved.from)
    : storedIds;
  const ordered = [...new Set(orderedIds)].flatMap((id) => rowsById.get(id) ?? []);
  const isComplete = ordered.length === rows.length && orderedIds.length === rows.length;
  if (!isComplete || !isDeepStrictEqual(previousIds, storedIds)) {
    throw new AppError(
      'conflict',
      'The list has changed in the meantime. Reload it and try again.',
    );
  }
  return {
    moved: ordered.flatMap((row, place) =>
      row.displayOrder === place ? [] : [moveRow(row, place)],
    ),
    range: findMovedRange(storedIds, orderedIds),
  };
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
  return isTaken ? following.map((row) => moveRow(row, row.displayOrder + 1)) : [];
}

/** The publication of an item from an earlier release, which has none. */
const published = {
  ...{ state: 'published', publishAt: null, unpublishAt: null, pending: null, takenDownAt: null },
};

interface DeletedItem {
  id: string;
  /** The item as it was when it was deleted. */
  last: Values;
  deletedAt: string;
  /** The fields to restore. */
  values: Values;
}

/**
 * Plans to put deleted items back at the position that they had: the order belongs to the list, not
 * to a version.
 * @returns the rows of the items, and of those that move to make room
 */
export function placeDeletedItems(
  stored: readonly StoredRow[],
  items: readonly DeletedItem[],
  encode: (values: Values) => Cells,
): { restored: StoredRow[]; moved: StoredRow[] } {
  const rows = new Map(stored.map((row) => [row.id, row]));
  const moved = new Map<string, StoredRow>();
  const restored = items.map(({ id, last, deletedAt, values }) => {
    const { state, publishAt, unpublishAt, pending = null, takenDownAt } = last;
    const displayOrder = Number(last.displayOrder);
    for (const row of shiftFollowingRows(rows.values(), displayOrder, deletedAt)) {
      rows.set(row.id, row);
      moved.set(row.id, row);
    }
    const row = {
      ...{ ...published, id, createdAt: String(last.createdAt) },
      ...encode({
        ...values,
        // When visitors see it belongs to the item as well.
        ...(state !== undefined && { state, publishAt, unpublishAt, pending, takenDownAt }),
      }),
      ...{ displayOrder, updatedAt: createTimestampAfter(deletedAt) },
    };
    rows.set(id, row);
    return row;
  });
  return { restored, moved: [...moved.values()] };
}
