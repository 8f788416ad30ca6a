import type { Database, DatabaseTransaction } from '../../db/database.server';
import { callMinutes } from './call';
import { gridMinutes } from './call-hours';
import './table.server';
import { MINUTE } from '../../lib/time';

/**
 * The five-minute cells of a call and of the buffer after it, ascending. Two calls share a cell exactly
 * when less than the buffer lies between them, so the cells' primary key keeps them apart.
 * @param start milliseconds since the epoch
 */
export function listCells(start: number, bufferMinutes: number): number[] {
  const first = Math.floor(start / (gridMinutes * MINUTE));
  const count = Math.ceil((callMinutes + bufferMinutes) / gridMinutes);
  return Array.from({ length: count }, (_, index) => first + index);
}

/**
 * Takes a booking's new cells and gives its others back. The new ones come first and ascending: two
 * visitors that move their calls at once wait for each other in one direction only.
 * @throws a unique violation when one is taken
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

/**
 * The starts of the calls that are booked here, in milliseconds since the epoch.
 * @param exceptBookingId a booking that does not count, because it is to be moved
 */
export async function listBookedStarts(
  db: Database,
  from: number,
  to: number,
  exceptBookingId?: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'startAt'])
    .where('source', '=', 'site')
    .where('status', '=', 'booked')
    .where('startAt', '>=', new Date(from).toISOString())
    .where('startAt', '<', new Date(to).toISOString())
    .execute();
  return rows.flatMap(({ id, startAt }) =>
    startAt === null || id === exceptBookingId ? [] : [Date.parse(startAt)],
  );
}
