import type { Database } from '../../db/database.server';
import type { NotSent } from '../../foundation/outbox/delivery.server';
import type { BookingRow } from './table.server';

/**
 * A booking, if it still is as it was when a mail about it became due: of a call that was moved twice
 * while mail was down, only the last time is told. Undefined when it has changed or is gone.
 */
export function findBookingAtSequence(
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

/** What the owner reads of a mail that a further change has made pointless. */
export const replacedByLaterChange: NotSent = { notSent: 'the call was changed again' };
