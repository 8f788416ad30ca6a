import { type Database, type DatabaseTransaction, isUniqueViolation } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import type { OutboxEvents } from '../foundation/outbox/delivery.server';
import { moveToDiscoveryCall } from '../leads/booked-leads.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import { AppError } from '../lib/errors';
import { getTimeAgo } from '../lib/time';
import { listCells, replaceCells } from './booking-cells.server';
import { readCallHours } from './call-hours-store.server';
import { restoreMeetingUrl } from './call-link.server';
import { callMailKinds, listChangeMails, undoDeadlineMs } from './call-mail.server';
import { writeCallHistory } from './history.server';
import { enqueueChange, toPeriod } from './store.server';
import {
  type BookingRow,
  createCallNotFoundError,
  findBooking,
  requireVersion,
  type VersionedChange,
} from './table.server';

type Change = OutboxEvents['call-changed'];

const createNothingError = () => new AppError('conflict', 'There is nothing to undo.');

/**
 * Deletes the emails about a call's last change, if the owner has just made it and none has been
 * tried.
 * @returns the change
 * @throws AppError conflict
 */
async function withdrawMails(transaction: DatabaseTransaction, row: BookingRow): Promise<Change> {
  const mails = await listChangeMails(transaction, row);
  const [first] = mails;
  if (!first?.change.byOwner) throw createNothingError();
  if (first.createdAt < getTimeAgo(undoDeadlineMs)) {
    throw new AppError('conflict', 'It is too late to undo this. Change the call again instead.');
  }
  const mailIds = mails.map((mail) => mail.id);
  const { numDeletedRows } = await transaction
    .deleteFrom('outbox')
    .where('id', 'in', mailIds)
    .where((eb) => eb.or([eb('attempts', '=', 0), eb('status', '=', 'off')]))
    .executeTakeFirst();
  if (Number(numDeletedRows) < mailIds.length) {
    throw new AppError('conflict', 'The email has left. Change the call again instead.');
  }
  return first.change;
}

/** Returns the columns and the history entry of a call before a change. */
function getStateBefore({ change, previousStart }: Change, { startAt, sequence }: BookingRow) {
  switch (change) {
    case 'booked':
      return { what: 'canceled', set: { status: 'canceled', sequence }, start: null } as const;
    case 'canceled':
      return {
        what: 'restored',
        set: { status: 'booked', sequence: sequence - 1, leadDecidedAt: null },
        start: startAt,
      } as const;
    case 'rescheduled': {
      const start = previousStart ?? startAt ?? '';
      const set = { ...toPeriod(Date.parse(start)), sequence: sequence - 1 };
      return { what: 'rescheduled', set, start } as const;
    }
    // Its own undo restores it. This one was enqueued again by the undo of a later change.
    case 'link_changed':
      throw createNothingError();
  }
}

/** The event that webhooks receive when a change is undone. */
const oppositeChanges = {
  booked: 'canceled',
  canceled: 'booked',
  rescheduled: 'rescheduled',
  link_changed: 'link_changed',
} as const;

/**
 * Undoes the owner's last change of a call while the emails about it wait. A booking is canceled,
 * and the overview asks about its lead.
 * @throws AppError not_found; conflict when it is too late or the time is taken; changed when
 *   another version is stored
 */
export async function undoOwnChange(
  db: Database,
  id: string,
  { userId, isExpected }: VersionedChange,
): Promise<void> {
  const hours = await readCallHours(db);
  try {
    await runInTransaction(db, async (transaction) => {
      const row = await findBooking(transaction, id);
      if (!row?.leadId) throw createCallNotFoundError();
      requireVersion(row, isExpected, 'undone');
      const change = await withdrawMails(transaction, row);
      const { linkBefore } = change;
      if (linkBefore) return restoreMeetingUrl(transaction, row, linkBefore, userId);
      const { what, set, start } = getStateBefore(change, row);
      const at = createTimestampAfter(row.updatedAt);
      const restored = await transaction
        .updateTable('bookings')
        .set({ ...set, statusAt: at, updatedAt: at })
        .where('id', '=', id)
        .where('sequence', '=', row.sequence)
        .returningAll()
        .executeTakeFirstOrThrow();
      const cells = start === null ? [] : listCells(Date.parse(start), hours.bufferMinutes);
      await replaceCells(transaction, id, cells);
      await writeCallHistory(transaction, restored, { what, at, userId });
      if (change.change === 'canceled') {
        await moveToDiscoveryCall(transaction, row.leadId, at, userId);
      }
      const opposite = oppositeChanges[change.change];
      const scope = { excludedKinds: callMailKinds };
      await enqueueChange(transaction, restored, opposite, { byOwner: true }, scope);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'The earlier time has just been taken. Move the call instead.');
  }
}
