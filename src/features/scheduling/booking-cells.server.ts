import type { Database, DatabaseTransaction } from '../../lib/database.server';
import { callMinutes } from './call';
import { gridMinutes } from './call-hours';
import './booking-table.server';

const minute = 60_000;

/**
 * The five-minute cells of a call and of the buffer after it, ascending. Two calls share a cell exactly
 * when less than the buffer lies between them, so the cells' primary key keeps them apart.
 * @param start milliseconds since the epoch
 */
export function cellsOf(start: number, bufferMinutes: number): number[] {
  const first = Math.floor(start / (gridMinutes * minute));
  const count = Math.ceil((callMinutes + bufferMinutes) / gridMinutes);
  return Array.from({ length: count }, (_, index) => first + index);
}

/**
 * Takes a booking's new cells and gives its others back. The new ones come first and ascending: two
 * visitors that move their calls at once wait for each other in one direction only.
 * @throws a unique violation when one is taken
 */
export async function holdCells(
  transaction: DatabaseTransaction,
  bookingId: string,
  cells: readonly number[],
): Promise<void> {
  const held = await transaction
    .selectFrom('bookingCells')
    .select('cell')
    .where('bookingId', '=', bookingId)
    .execute();
  const before = new Set(held.map(({ cell }) => cell));
  const added = cells.filter((cell) => !before.has(cell));
  if (added.length > 0) {
    await transaction
      .insertInto('bookingCells')
      .values(added.map((cell) => ({ cell, bookingId })))
      .execute();
  }
  const dropped = [...before].filter((cell) => !cells.includes(cell));
  if (dropped.length === 0) return;
  await transaction
    .deleteFrom('bookingCells')
    .where('bookingId', '=', bookingId)
    .where('cell', 'in', dropped)
    .execute();
}

/**
 * The starts of the calls that are booked here, in milliseconds since the epoch.
 * @param except a booking that does not count, because it is to be moved
 */
export async function bookedStarts(
  db: Database,
  from: number,
  to: number,
  except?: string,
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
    startAt === null || id === except ? [] : [Date.parse(startAt)],
  );
}
