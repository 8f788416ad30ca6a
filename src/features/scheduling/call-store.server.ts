import { randomUUID } from 'node:crypto';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../lib/database.server';
import { AppError } from '../../lib/errors';
import { inTransaction } from '../../lib/in-transaction.server';
import { laterThan } from '../../lib/later-than.server';
import { normalizeMailbox } from '../../lib/mailbox.server';
import { countStepFrom } from '../funnel/funnel-counts.server';
import { enqueue } from '../outbox/outbox-store.server';
import { cellsOf, holdCells } from './booking-cells.server';
import { findBookingOwner, leadOfBooking, moveToDiscoveryCall } from './booking-leads.server';
import { originOfBooking, originText } from './booking-origin.server';
import type { BookingRow } from './booking-table.server';
import { callMinutes } from './call';
import type { CallEntry } from './call-history';
import { writeCallHistory } from './call-history.server';
import type { CallHours } from './call-hours';
import { readCallHours } from './call-hours-store.server';
import { type CallInput, hashCallRequest, requireSameRequest } from './call-request.server';
import { freeSlots, nearestFree } from './free-slots.server';
import { lockCallsOfPerson, requireRoomForCall } from './person-limit.server';

/** What a call's mails tell of. */
export type CallChange = 'booked' | 'rescheduled' | 'canceled';

/** A time that somebody else has. `alternatives` are free, as ISO 8601. */
export class TimeTaken extends AppError {
  readonly alternatives: string[];

  constructor(alternatives: readonly number[]) {
    const message = alternatives.length
      ? 'This time has just been taken. These are the nearest free ones.'
      : 'This time has just been taken, and no other is free.';
    super('conflict', message);
    this.alternatives = alternatives.map((start) => new Date(start).toISOString());
  }
}

const endOf = (start: number) => new Date(start + callMinutes * 60_000).toISOString();

const enqueueChange = (
  transaction: DatabaseTransaction,
  row: BookingRow,
  change: CallChange,
  byOwner = false,
) =>
  row.leadId === null
    ? undefined
    : enqueue(transaction, 'call-changed', {
        leadId: row.leadId,
        bookingId: row.id,
        sequence: row.sequence,
        change,
        byOwner,
      });

/**
 * The calls that are booked on the site itself.
 * @param onStored called after a change that mails are due for
 */
export function callStore(db: Database, onStored: () => void) {
  const takenAt = async (hours: CallHours, wanted: number, except?: string) =>
    new TimeTaken(await nearestFree(db, { hours, wanted, now: Date.now(), except }));

  async function isFree(hours: CallHours, wanted: number, except?: string): Promise<boolean> {
    const search = { hours, from: wanted, to: wanted + 1, now: Date.now(), except };
    return (await freeSlots(db, search)).length > 0;
  }

  /** @throws TimeTaken when the time can't be booked (any more) */
  async function requireFree(hours: CallHours, wanted: number, except?: string): Promise<void> {
    if (!(await isFree(hours, wanted, except))) throw await takenAt(hours, wanted, except);
  }

  let lastTurn: Promise<unknown> = Promise.resolve();

  /**
   * One booking after the other in this process. The constraint decides in any case; but many
   * transactions that wait for each other at once would use up the database's connections.
   */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /**
   * The booking that this request's key has made before, if any.
   * @throws AppError conflict when the key was used with another body
   */
  async function findRepeated(
    input: CallInput,
    requestKey: string | null,
    source: Database | DatabaseTransaction = db,
  ) {
    if (requestKey === null) return undefined;
    const row = await source
      .selectFrom('bookings')
      .selectAll()
      .where('requestKey', '=', requestKey)
      .executeTakeFirst();
    return row && requireSameRequest(row, input);
  }

  async function insert(input: CallInput, hours: CallHours, requestKey: string | null) {
    const start = Date.parse(input.start);
    const now = new Date().toISOString();
    return inTransaction(db, async (transaction) => {
      await lockCallsOfPerson(transaction, input.email);
      // Another process may have made this booking while this one waited: it is no further call.
      const twin = await findRepeated(input, requestKey, transaction);
      if (twin) return twin;
      await requireRoomForCall(transaction, input.email);
      const owner = await findBookingOwner(transaction, input);
      const leadId = owner?.leadId ?? (await leadOfBooking(transaction, input));
      const origin = await originOfBooking(transaction, leadId, input.attribution);
      const row = await transaction
        .insertInto('bookings')
        .values({
          id: randomUUID(),
          leadId,
          source: 'site',
          externalId: null,
          status: 'booked',
          statusAt: now,
          verified: 1,
          startAt: new Date(start).toISOString(),
          endAt: endOf(start),
          timeZone: input.timeZone,
          name: input.name,
          email: input.email,
          company: input.company,
          sequence: 0,
          requestKey,
          requestHash: requestKey === null ? null : hashCallRequest(input),
          person: normalizeMailbox(input.email),
          personConfirmed: owner && !owner.isConfirmed ? 0 : 1,
          attribution: originText(origin),
          createdAt: now,
          updatedAt: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await holdCells(transaction, row.id, cellsOf(start, hours.bufferMinutes));
      // After the cells: who comes too late must not wait for the count that everybody raises.
      await countStepFrom(transaction, 'call', origin);
      await writeCallHistory(transaction, row, { what: 'booked', at: now });
      if (owner?.isConfirmed) await moveToDiscoveryCall(transaction, leadId, now);
      await enqueueChange(transaction, row, 'booked');
      return row;
    });
  }

  interface Change {
    what: Exclude<CallEntry['what'], 'booked'>;
    set: Partial<BookingRow>;
    cells: readonly number[];
    /** The owner; null for the visitor. */
    userId?: string | null;
  }

  /** Changes a booking that nobody else has changed since it was read. */
  async function change(
    row: BookingRow,
    { what, set, cells, userId = null }: Change,
  ): Promise<BookingRow> {
    const now = laterThan(row.updatedAt);
    const changed = await inTransaction(db, async (transaction) => {
      const updated = await transaction
        .updateTable('bookings')
        .set({ ...set, statusAt: now, updatedAt: now, sequence: row.sequence + 1 })
        .where('id', '=', row.id)
        .where('sequence', '=', row.sequence)
        .returningAll()
        .executeTakeFirst();
      if (!updated) throw new AppError('conflict', 'This call has just been changed.');
      await holdCells(transaction, row.id, cells);
      await writeCallHistory(transaction, updated, { what, at: now, userId });
      if (what === 'rescheduled' || what === 'canceled') {
        await enqueueChange(transaction, updated, what, userId !== null);
      }
      return updated;
    });
    onStored();
    return changed;
  }

  return {
    /**
     * Books a call. A repeated request with the same key gets the first one's booking.
     * @throws TimeTaken, AppError too_many_requests, conflict when the key was used with another body
     */
    async book(input: CallInput, requestKey: string | null): Promise<BookingRow> {
      const wanted = Date.parse(input.start);
      const earlier = await findRepeated(input, requestKey);
      if (earlier) return earlier;
      const hours = await readCallHours(db);
      await requireFree(hours, wanted);
      try {
        const row = await inTurn(async () =>
          (await isFree(hours, wanted)) ? insert(input, hours, requestKey) : null,
        );
        if (row) {
          onStored();
          return row;
        }
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
      const twin = await findRepeated(input, requestKey);
      if (twin) return twin;
      throw await takenAt(hours, wanted);
    },

    /** Moves a call to another time. @throws TimeTaken, AppError conflict */
    async move(row: BookingRow, start: string): Promise<BookingRow> {
      const wanted = Date.parse(start);
      if (row.startAt !== null && Date.parse(row.startAt) === wanted) return row;
      const hours = await readCallHours(db);
      await requireFree(hours, wanted, row.id);
      const set = { startAt: new Date(wanted).toISOString(), endAt: endOf(wanted) };
      try {
        const cells = cellsOf(wanted, hours.bufferMinutes);
        return await change(row, { what: 'rescheduled', set, cells });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw await takenAt(hours, wanted, row.id);
      }
    },

    /**
     * Cancels a call and frees its time. Once canceled, it stays so.
     * @param userId the owner, when it is they who cancel
     */
    async cancel(row: BookingRow, userId: string | null = null): Promise<BookingRow> {
      if (row.status === 'canceled') return row;
      return change(row, { what: 'canceled', set: { status: 'canceled' }, cells: [], userId });
    },

    /** Notes that the visitor did not come, or takes it back. */
    async noteNoShow(row: BookingRow, missed: boolean, userId: string | null): Promise<BookingRow> {
      const status = missed ? 'no_show' : 'booked';
      if (row.status === status) return row;
      // Past: its cells are in nobody's way, and it keeps them.
      const cells = await db
        .selectFrom('bookingCells')
        .select('cell')
        .where('bookingId', '=', row.id)
        .execute();
      return change(row, {
        what: missed ? 'no_show' : 'came',
        set: { status },
        cells: cells.map(({ cell }) => cell),
        userId,
      });
    },
  };
}

export type CallStore = ReturnType<typeof callStore>;
