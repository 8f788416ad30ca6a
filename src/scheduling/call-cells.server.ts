import type { DatabaseTransaction } from '../db/database.server';
import { MINUTE } from '../lib/time/durations';
import { callMinutes } from './call';
import { deleteExpiredHolds } from './call-limits.server';
import { gridMinutes } from './hours/call-hours';

/**
 * Lists the five-minute cells of a call and the buffer after it, ascending. Two calls share a cell
 * exactly when there is less than the buffer between them, so the cells' primary key prevents
 * overlaps.
 * @param start milliseconds since the epoch
 */
export function listCells(start: number, bufferMinutes: number): number[] {
  const first = Math.floor(start / (gridMinutes * MINUTE));
  const count = Math.ceil((callMinutes + bufferMinutes) / gridMinutes);
  return Array.from({ length: count }, (_, index) => first + index);
}

/**
 * Claims a booking's new cells and releases its others. Inserts before deleting, in ascending
 * order, so that two concurrent reschedulings can't deadlock.
 * @throws a unique violation when a cell is taken
 */
export async function replaceCells(
  transaction: DatabaseTransaction,
  bookingId: string,
  cells: readonly number[],
): Promise<void> {
  const currentRows = await transaction
    .selectFrom('bookingCells')
    .select('cell')
    .where('bookingId', '=', bookingId)
    .execute();
  const currentCells = new Set(currentRows.map(({ cell }) => cell));
  const added = cells.filter((cell) => !currentCells.has(cell));
  if (added.length > 0) {
    await deleteExpiredHolds(transaction);
    await transaction
      .insertInto('bookingCells')
      .values(added.map((cell) => ({ cell, bookingId })))
      .execute();
  }
  const removedCells = [...currentCells].filter((cell) => !cells.includes(cell));
  if (removedCells.length === 0) return;
  await transaction
    .deleteFrom('bookingCells')
    .where('bookingId', '=', bookingId)
    .where('cell', 'in', removedCells)
    .execute();
}
