import type { Database } from '../../db/database.server';
import type { NotSent } from '../../foundation/outbox/delivery.server';
import { type BookingRow, findBooking } from './table.server';

/**
 * Finds a booking if it is unchanged since an email about it was enqueued. If a call was rescheduled
 * twice while email was down, only the last time is emailed.
 */
export async function findBookingAtSequence(
  db: Database,
  id: string,
  sequence: number,
): Promise<BookingRow | undefined> {
  const row = await findBooking(db, id);
  return row?.sequence === sequence ? row : undefined;
}

/** Shown to the owner for an email that a later change made obsolete. */
export const replacedByLaterChange: NotSent = { notSent: 'the call was changed again' };
