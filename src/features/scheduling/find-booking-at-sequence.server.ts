import type { Database } from '../../db/database.server';
import type { NotSent, PutOff } from '../../foundation/outbox/delivery.server';
import { listChangeMails, undoDeadlineMs } from './call-mail.server';
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

/**
 * Returns what becomes of an email after a later change. It waits while the owner can undo that
 * change, because the call is then again as the email says.
 */
export async function replaceByLaterChange(db: Database, id: string): Promise<NotSent | PutOff> {
  const row = await findBooking(db, id);
  const mails = row ? await listChangeMails(db, row) : [];
  const undoable = mails.find(({ change, status }) => change.byOwner && status === 'pending');
  const putOffUntil = undoable ? Date.parse(undoable.createdAt) + undoDeadlineMs : 0;
  return putOffUntil > Date.now()
    ? { putOffUntil, reason: replacedByLaterChange.notSent }
    : replacedByLaterChange;
}
