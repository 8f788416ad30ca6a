import { type Database, type DatabaseTransaction, isUniqueViolation } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import type { OutboxEvents } from '../foundation/outbox/delivery.server';
import { moveToDiscoveryCall } from '../leads/new-leads.server';
import { AppError } from '../lib/errors';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { getTimeAgo } from '../lib/time/durations';
import { listCells, replaceCells } from './call-cells.server';
import { callMailKinds, listChangeMails, undoDeadlineMs } from './call-mail.server';
import { writeCallHistory } from './history.server';
import { readCallHours } from './hours/call-hours-store.server';
import { enqueueChange, toPeriod } from './store.server';
import {
  createCallNotFoundError,
  findCall,
  requireVersion,
  type StoredCall,
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
async function withdrawMails(transaction: DatabaseTransaction, row: StoredCall): Promise<Change> {
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

/** Returns the columns, the history entry and, if it changed, the time of a call before a change. */
function getStateBefore({ change, previousStart, linkBefore }: Change, row: StoredCall) {
  const { startAt, sequence } = row;
  if (linkBefore) {
    return { what: 'link_changed', set: { meetingUrl: linkBefore.meetingUrl } } as const;
  }
  switch (change) {
    case 'booked':
      return { what: 'canceled', set: { status: 'canceled' }, start: null } as const;
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
    // The undo of a later change enqueued this one again. Its own undo is no longer possible.
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
 * Enqueues the deliveries of an undone change: to the webhooks, because nobody got an email. If an
 * email about an earlier change was replaced, the visitor gets that one.
 */
async function enqueueUndo(
  transaction: DatabaseTransaction,
  restored: StoredCall,
  { change, linkBefore }: Change,
): Promise<void> {
  const unsent = linkBefore?.unsent;
  if (unsent) {
    const { byOwner, message, previousStart } = unsent;
    const details = { byOwner, message, previousStart };
    await enqueueChange(transaction, restored, unsent.change, details);
    return;
  }
  const scope = { excludedKinds: callMailKinds };
  await enqueueChange(transaction, restored, oppositeChanges[change], { byOwner: true }, scope);
}

/**
 * Undoes the owner's last change of a call while the emails about it wait. A booking is canceled,
 * and the overview asks about its lead.
 * @throws AppError not_found; conflict when it is too late or the time is taken; changed when
 *   another version is stored
 */
export async function undoOwnerChange(
  db: Database,
  id: string,
  { userId, isExpected }: VersionedChange,
): Promise<void> {
  const hours = await readCallHours(db);
  try {
    await runInTransaction(db, async (transaction) => {
      const row = await findCall(transaction, id);
      if (!row?.leadId) throw createCallNotFoundError();
      requireVersion(row, isExpected, 'undone');
      const change = await withdrawMails(transaction, row);
      const { what, set, start } = getStateBefore(change, row);
      const at = createTimestampAfter(row.updatedAt);
      const restored = await transaction
        .updateTable('bookings')
        .set({ ...set, statusAt: at, updatedAt: at })
        .where('id', '=', id)
        .where('sequence', '=', row.sequence)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (start !== undefined) {
        const cells = start === null ? [] : listCells(Date.parse(start), hours.bufferMinutes);
        await replaceCells(transaction, id, cells);
      }
      await writeCallHistory(transaction, restored, { what, at, userId });
      if (change.movesLead) await moveToDiscoveryCall(transaction, row.leadId, at, userId);
      await enqueueUndo(transaction, restored, change);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'The earlier time has just been taken. Move the call instead.');
  }
}
