import type { Database } from '../../lib/database.server';
import type { BookingRow } from './booking-table.server';

/**
 * A booking, if it still is as it was when a mail about it became due: of a call that was moved twice
 * while mail was down, only the last time is told. Undefined when it has changed or is gone.
 */
export function bookingInState(
  db: Database,
  id: string,
  sequence: number,
): Promise<BookingRow | undefined> {
  return db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .where('sequence', '=', sequence)
    .executeTakeFirst();
}
