import { randomUUID } from 'node:crypto';
import { type Database, type DatabaseTransaction, isUniqueViolation } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import type { OutboxEvents } from '../foundation/outbox/delivery.server';
import { enqueue } from '../foundation/outbox/store.server';
import { AppError } from '../lib/errors';
import { normalizeMailbox } from '../lib/normalize-mailbox.server';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { MINUTE } from '../lib/time/durations';
import { callMinutes } from './call';
import { listCells, replaceCells } from './call-cells.server';
import type { CallHistoryEntry } from './history';
import { writeCallHistory } from './history.server';
import type { CallHours } from './hours/call-hours';
import { readCallHours } from './hours/call-hours-store.server';
import { createTimeTakenError, type isFree } from './hours/free-slots.server';
import type { CallChange, StoredCall } from './table.server';

/** Returns the columns of a call's period. @param start milliseconds since the epoch */
export const toPeriod = (start: number) => ({
  startAt: new Date(start).toISOString(),
  endAt: new Date(start + callMinutes * MINUTE).toISOString(),
});

/** Texts of the emails about a change, besides the call. */
type ChangeDetails = Pick<
  OutboxEvents['call-changed'],
  'byOwner' | 'message' | 'previousStart' | 'linkBefore' | 'movesLead'
>;

/** Stores the deliveries of a change, in its transaction. */
export async function enqueueChange(
  transaction: DatabaseTransaction,
  { leadId, id: bookingId, sequence }: StoredCall,
  change: CallChange,
  details: ChangeDetails,
  scope: { excludedKinds?: readonly string[] } = {},
): Promise<void> {
  if (leadId === null) return;
  const payload = { leadId, bookingId, sequence, change, ...details };
  await enqueue(transaction, 'call-changed', payload, scope);
}

type SiteCall = Pick<
  StoredCall,
  'leadId' | 'timeZone' | 'name' | 'company' | 'attribution' | 'createdAt'
> &
  Partial<
    Pick<
      StoredCall,
      | 'id'
      | 'requestKey'
      | 'requestHash'
      | 'personConfirmed'
      | 'meetingUrl'
      | 'heldUntil'
      | 'plan'
      | 'addressConfirmedAt'
    >
  > & {
    email: string;
  };

/**
 * Inserts a call that was booked on the site, and claims its time.
 * @throws a unique violation when another call is at that time
 */
export async function insertSiteCall(
  transaction: DatabaseTransaction,
  start: number,
  { bufferMinutes }: CallHours,
  booking: SiteCall,
): Promise<StoredCall> {
  const row = await transaction
    .insertInto('bookings')
    .values({
      id: randomUUID(),
      personConfirmed: 1,
      ...booking,
      source: 'site',
      status: 'booked',
      statusAt: booking.createdAt,
      verified: 1,
      ...toPeriod(start),
      sequence: 0,
      person: normalizeMailbox(booking.email),
      updatedAt: booking.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await replaceCells(transaction, row.id, listCells(start, bufferMinutes));
  return row;
}

interface CallUpdate {
  what: Exclude<CallHistoryEntry['what'], 'booked'>;
  set: Partial<StoredCall>;
  /** The cells afterwards; without them, the booking keeps its own. */
  cells?: readonly number[];
  /** The admin; null for the visitor. */
  userId: string | null;
  /** The owner's text to the visitor. */
  message?: string | null;
  /** The owner's note for the lead's history. */
  note?: string | null;
  movesLead?: boolean | undefined;
}

/** Changes a booking. @throws AppError conflict when it was changed since it was read */
export async function updateCall(
  transaction: DatabaseTransaction,
  row: StoredCall,
  { what, set, cells, userId, message = null, note = null, movesLead }: CallUpdate,
): Promise<StoredCall> {
  const now = createTimestampAfter(row.updatedAt);
  const updated = await transaction
    .updateTable('bookings')
    .set({ ...set, statusAt: now, updatedAt: now, sequence: row.sequence + 1 })
    .where('id', '=', row.id)
    .where('sequence', '=', row.sequence)
    .returningAll()
    .executeTakeFirst();
  if (!updated)
    throw new AppError('conflict', 'This call has just been changed. Please reload the page.');
  if (cells) await replaceCells(transaction, row.id, cells);
  await writeCallHistory(transaction, updated, { what, at: now, userId, note });
  if (what === 'rescheduled' || what === 'canceled') {
    await enqueueChange(transaction, updated, what, {
      byOwner: userId !== null,
      message,
      previousStart: what === 'rescheduled' ? row.startAt : null,
      movesLead,
    });
  }
  return updated;
}

/** Who changes a call, and what they tell the visitor. */
export interface ChangeAuthor {
  /** The admin; null for the visitor. */
  userId: string | null;
  /** The owner's text to the visitor. */
  message: string | null;
}

interface CallMove extends ChangeAuthor {
  hours: CallHours;
  /** Whether the call may be at a time: `isFree` for visitors. */
  isPossible: typeof isFree;
  /** The zone in which the visitor chose the time; by default the call keeps its own. */
  timeZone?: string | undefined;
}

/**
 * Moves a call to another time.
 * @throws AppError conflict; a unique violation when another call is at that time
 */
export async function moveCall(
  transaction: DatabaseTransaction,
  row: StoredCall,
  startAt: string,
  { hours, isPossible, timeZone, ...change }: CallMove,
): Promise<StoredCall> {
  const start = Date.parse(startAt);
  if (row.startAt !== null && Date.parse(row.startAt) === start) return row;
  if (!(await isPossible(transaction, hours, start, row.id))) {
    throw await createTimeTakenError(transaction, hours, start, row.id);
  }
  const cells = listCells(start, hours.bufferMinutes);
  const set = { ...toPeriod(start), ...(timeZone && { timeZone }) };
  const update = { what: 'rescheduled', set, cells, ...change } as const;
  return updateCall(transaction, row, update);
}

/**
 * Runs a transaction that may move a call to a time.
 * @throws AppError conflict when another call is at that time
 */
export async function runMove<Result>(
  db: Database,
  { id, startAt }: { id: string; startAt: string | undefined },
  work: (transaction: DatabaseTransaction, hours: CallHours) => Promise<Result>,
): Promise<Result> {
  const hours = await readCallHours(db);
  try {
    return await runInTransaction(db, (transaction) => work(transaction, hours));
  } catch (error) {
    if (startAt === undefined || !isUniqueViolation(error)) throw error;
    throw await createTimeTakenError(db, hours, Date.parse(startAt), id);
  }
}

/** A visitor, who writes no message. */
export const visitorAuthor: ChangeAuthor = { userId: null, message: null };

/**
 * Cancels a call and frees its time. This is final.
 * @param author with `movesLead` if the owner moves its lead back in the same transaction
 */
export async function cancelCall(
  transaction: DatabaseTransaction,
  row: StoredCall,
  author: ChangeAuthor & Pick<CallUpdate, 'movesLead'> = visitorAuthor,
): Promise<StoredCall> {
  if (row.status === 'canceled') return row;
  const set = { status: 'canceled', resultAt: null } as const;
  return updateCall(transaction, row, { what: 'canceled', set, cells: [], ...author });
}

/** Deletes old bookings without a lead. The others are deleted with their leads. */
export async function purgeOldCalls(db: Database, retentionMonths: number): Promise<void> {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - retentionMonths);
  await db
    .deleteFrom('bookings')
    .where('leadId', 'is', null)
    .where('createdAt', '<', before.toISOString())
    .execute();
}
