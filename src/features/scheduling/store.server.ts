import { randomUUID } from 'node:crypto';
import {
  type Database,
  type DatabaseTransaction,
  isUniqueViolation,
} from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { enqueue } from '../../foundation/outbox/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { AppError } from '../../lib/errors';
import { normalizeMailbox } from '../../lib/normalize-mailbox.server';
import { MINUTE } from '../../lib/time';
import { countVisitorStep } from '../analytics/store.server';
import { createLeadFromBooking, moveToDiscoveryCall } from '../leads/booked-leads.server';
import { resolveBookingAttribution, serializeAttribution } from './booking-attribution.server';
import { listCells, replaceCells } from './booking-cells.server';
import { findBookingOwner } from './booking-owner.server';
import { callMinutes } from './call';
import type { CallHours } from './call-hours';
import { readCallHours } from './call-hours-store.server';
import { type CallInput, hashCallRequest, requireSameRequest } from './call-idempotency.server';
import { findNearestFreeSlots, listFreeSlots } from './free-slots.server';
import type { CallHistoryEntry } from './history';
import { writeCallHistory } from './history.server';
import type { BookingRow } from './table.server';
import { lockPersonCalls, requireCallQuota } from './upcoming-call-limit.server';

/** The changes that emails report. */
export type CallChange = 'booked' | 'rescheduled' | 'canceled';

/** The requested time is taken. `alternatives` are free times, ISO 8601. */
export class TimeTakenError extends AppError {
  readonly alternatives: string[];

  constructor(alternatives: readonly number[]) {
    const message = alternatives.length
      ? 'This time has just been taken. These are the nearest free ones.'
      : 'This time has just been taken, and no other is free.';
    super('conflict', message);
    this.alternatives = alternatives.map((start) => new Date(start).toISOString());
  }
}

const toEndTime = (start: number) => new Date(start + callMinutes * MINUTE).toISOString();

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
 * Creates the store of calls that are booked on the site itself.
 * @param onStored called after a change that enqueued emails
 */
export function createCallStore(db: Database, onStored: () => void) {
  const createTimeTakenError = async (
    hours: CallHours,
    requestedStart: number,
    exceptBookingId?: string,
  ) =>
    new TimeTakenError(
      await findNearestFreeSlots(db, {
        hours,
        wanted: requestedStart,
        now: Date.now(),
        exceptBookingId,
      }),
    );

  async function isFree(
    hours: CallHours,
    requestedStart: number,
    exceptBookingId?: string,
  ): Promise<boolean> {
    const search = {
      hours,
      from: requestedStart,
      to: requestedStart + 1,
      now: Date.now(),
      exceptBookingId,
    };
    return (await listFreeSlots(db, search)).length > 0;
  }

  /** @throws TimeTakenError when the time can't be booked */
  async function requireFree(
    hours: CallHours,
    requestedStart: number,
    exceptBookingId?: string,
  ): Promise<void> {
    if (!(await isFree(hours, requestedStart, exceptBookingId)))
      throw await createTimeTakenError(hours, requestedStart, exceptBookingId);
  }

  let queueTail: Promise<unknown> = Promise.resolve();

  /**
   * Runs bookings one after the other in this process. Correctness comes from the database's
   * constraint, but many transactions that wait for each other would use up the connection pool.
   */
  function runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const run = queueTail.then(work);
    queueTail = run.catch(() => undefined);
    return run;
  }

  /**
   * Finds the booking that was stored with this idempotency key.
   * @throws AppError conflict when the key was used with another body
   */
  async function findByRequestKey(
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

  async function insertBooking(input: CallInput, hours: CallHours, requestKey: string | null) {
    const start = Date.parse(input.start);
    const now = new Date().toISOString();
    return runInTransaction(db, async (transaction) => {
      await lockPersonCalls(transaction, input.email);
      // Another process may have stored the same request while this one waited for the lock.
      const duplicate = await findByRequestKey(input, requestKey, transaction);
      if (duplicate) return duplicate;
      await requireCallQuota(transaction, input.email);
      const owner = await findBookingOwner(transaction, input);
      const leadId = owner?.leadId ?? (await createLeadFromBooking(transaction, input));
      const attribution = await resolveBookingAttribution(transaction, leadId, input.attribution);
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
          endAt: toEndTime(start),
          timeZone: input.timeZone,
          name: input.name,
          email: input.email,
          company: input.company,
          sequence: 0,
          requestKey,
          requestHash: requestKey === null ? null : hashCallRequest(input),
          person: normalizeMailbox(input.email),
          personConfirmed: owner && !owner.isConfirmed ? 0 : 1,
          attribution: serializeAttribution(attribution),
          createdAt: now,
          updatedAt: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await replaceCells(transaction, row.id, listCells(start, hours.bufferMinutes));
      // Counted after the cells are claimed: a request for a taken time must not wait for the lock
      // on the shared count.
      await countVisitorStep(transaction, 'call', attribution);
      await writeCallHistory(transaction, row, { what: 'booked', at: now });
      if (owner?.isConfirmed) await moveToDiscoveryCall(transaction, leadId, now);
      await enqueueChange(transaction, row, 'booked');
      return row;
    });
  }

  interface BookingUpdate {
    what: Exclude<CallHistoryEntry['what'], 'booked'>;
    set: Partial<BookingRow>;
    cells: readonly number[];
    /** The admin; null for the visitor. */
    userId?: string | null;
  }

  /** Changes a booking. @throws AppError conflict when it was changed since it was read */
  async function change(
    row: BookingRow,
    { what, set, cells, userId = null }: BookingUpdate,
  ): Promise<BookingRow> {
    const now = createTimestampAfter(row.updatedAt);
    const changed = await runInTransaction(db, async (transaction) => {
      const updated = await transaction
        .updateTable('bookings')
        .set({ ...set, statusAt: now, updatedAt: now, sequence: row.sequence + 1 })
        .where('id', '=', row.id)
        .where('sequence', '=', row.sequence)
        .returningAll()
        .executeTakeFirst();
      if (!updated)
        throw new AppError('conflict', 'This call has just been changed. Please reload the page.');
      await replaceCells(transaction, row.id, cells);
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
     * Books a call. A repeated request with the same key returns the first one's booking.
     * @throws TimeTakenError, AppError too_many_requests, conflict when the key was used with
     * another body
     */
    async book(input: CallInput, requestKey: string | null): Promise<BookingRow> {
      const requestedStart = Date.parse(input.start);
      const earlier = await findByRequestKey(input, requestKey);
      if (earlier) return earlier;
      const hours = await readCallHours(db);
      await requireFree(hours, requestedStart);
      try {
        const row = await runInOrder(async () =>
          (await isFree(hours, requestedStart)) ? insertBooking(input, hours, requestKey) : null,
        );
        if (row) {
          onStored();
          return row;
        }
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
      const duplicate = await findByRequestKey(input, requestKey);
      if (duplicate) return duplicate;
      throw await createTimeTakenError(hours, requestedStart);
    },

    /** Moves a call to another time. @throws TimeTakenError, AppError conflict */
    async reschedule(row: BookingRow, start: string): Promise<BookingRow> {
      const requestedStart = Date.parse(start);
      if (row.startAt !== null && Date.parse(row.startAt) === requestedStart) return row;
      const hours = await readCallHours(db);
      await requireFree(hours, requestedStart, row.id);
      const set = {
        startAt: new Date(requestedStart).toISOString(),
        endAt: toEndTime(requestedStart),
      };
      try {
        const cells = listCells(requestedStart, hours.bufferMinutes);
        return await change(row, { what: 'rescheduled', set, cells });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        throw await createTimeTakenError(hours, requestedStart, row.id);
      }
    },

    /**
     * Cancels a call and frees its time. This is final.
     * @param userId the admin, when they cancel it
     */
    async cancel(row: BookingRow, userId: string | null = null): Promise<BookingRow> {
      if (row.status === 'canceled') return row;
      return change(row, { what: 'canceled', set: { status: 'canceled' }, cells: [], userId });
    },

    /** Marks a call as a no-show, or removes the mark. */
    async setNoShow(
      row: BookingRow,
      isNoShow: boolean,
      userId: string | null,
    ): Promise<BookingRow> {
      const status = isNoShow ? 'no_show' : 'booked';
      if (row.status === status) return row;
      // The call is over, so it can keep its cells.
      const cells = await db
        .selectFrom('bookingCells')
        .select('cell')
        .where('bookingId', '=', row.id)
        .execute();
      return change(row, {
        what: isNoShow ? 'no_show' : 'came',
        set: { status },
        cells: cells.map(({ cell }) => cell),
        userId,
      });
    },
  };
}

export type CallStore = ReturnType<typeof createCallStore>;
