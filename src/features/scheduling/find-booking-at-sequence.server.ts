import type { Database } from '../../db/database.server';
import type { NotSent } from '../../foundation/outbox/delivery.server';
import type { BookingRow } from './table.server';

/**
 * Finds a booking if it is unchanged since an email about it was enqueued. Returns undefined when
 * it was changed or deleted. If a call was rescheduled twice while email was down, only the last
 * time is emailed.
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

/** Shown to the owner for an email that a later change made obsolete. */
export const replacedByLaterChange: NotSent = { notSent: 'the call was changed again' };
