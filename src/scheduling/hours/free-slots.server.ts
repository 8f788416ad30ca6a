import type { Database } from '../../db/database.server';
import { AppError } from '../../lib/errors';
import { DAY, MINUTE } from '../../lib/time/durations';
import { callMinutes } from '../call';
import { isNotExpired } from '../table.server';
import type { CallHours } from './call-hours';
import { listOpeningSlots } from './opening-slots.server';

/** Number of free times offered instead of a taken one, and the maximum distance from it. */
const alternatives = { count: 4, withinMs: 14 * DAY };

/** The requested time is taken. `alternatives` are free times, ISO 8601. */
class TimeTakenError extends AppError {
  readonly alternatives: string[];

  constructor(alternatives: readonly number[]) {
    const message = alternatives.length
      ? 'This time has just been taken. These are the nearest free ones.'
      : 'This time has just been taken, and no other is free.';
    super('conflict', message);
    this.alternatives = alternatives.map((start) => new Date(start).toISOString());
  }

  override get body() {
    return { ...super.body, alternatives: this.alternatives };
  }
}

/** Lists the starts of the calls booked on the site, in milliseconds since the epoch. */
async function listBookedStarts(
  db: Database,
  from: number,
  to: number,
  exceptCallId: string | undefined,
): Promise<number[]> {
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'startAt'])
    .where('source', '=', 'site')
    .where('status', '=', 'booked')
    .where(isNotExpired())
    .where('startAt', '>=', new Date(from).toISOString())
    .where('startAt', '<', new Date(to).toISOString())
    .execute();
  return rows.flatMap(({ id, startAt }) =>
    startAt === null || id === exceptCallId ? [] : [Date.parse(startAt)],
  );
}

export interface SlotSearch {
  /** Milliseconds since the epoch, included; by default from the first time that can be booked. */
  from?: number | undefined;
  /** Milliseconds since the epoch, not included; by default to the last one. */
  to?: number | undefined;
  /** The visitor's own booking, when it is being rescheduled. */
  exceptCallId?: string | undefined;
}

/** Lists the start times that can be booked now, in milliseconds since the epoch, ascending. */
export async function listFreeSlots(
  db: Database,
  hours: CallHours,
  { from = 0, to = Number.MAX_SAFE_INTEGER, exceptCallId }: SlotSearch = {},
): Promise<number[]> {
  const now = Date.now();
  const first = Math.max(from, now + hours.noticeMinutes * MINUTE);
  const end = Math.min(to, now + hours.daysAhead * DAY);
  const minGapMs = (callMinutes + hours.bufferMinutes) * MINUTE;
  const [slots, booked] = await Promise.all([
    listOpeningSlots(hours, first, end),
    listBookedStarts(db, first - minGapMs, end + minGapMs, exceptCallId),
  ]);
  return slots.filter((slot) => booked.every((start) => Math.abs(slot - start) >= minGapMs));
}

/** Returns whether a call can be booked at this time, in milliseconds since the epoch. */
export async function isFree(
  db: Database,
  hours: CallHours,
  start: number,
  exceptCallId?: string,
): Promise<boolean> {
  const search = { from: start, to: start + 1, exceptCallId };
  return (await listFreeSlots(db, hours, search)).length > 0;
}

/** Returns whether no other call is at this time, even outside the opening hours. */
export async function isUntaken(
  db: Database,
  { bufferMinutes }: CallHours,
  start: number,
  exceptCallId?: string,
): Promise<boolean> {
  const minGapMs = (callMinutes + bufferMinutes) * MINUTE;
  const booked = await listBookedStarts(db, start - minGapMs, start + minGapMs, exceptCallId);
  return booked.every((one) => Math.abs(start - one) >= minGapMs);
}

/** Creates the error for a taken time, with the free times nearest to it, ascending. */
export async function createTimeTakenError(
  db: Database,
  hours: CallHours,
  start: number,
  exceptCallId?: string,
): Promise<TimeTakenError> {
  const nearbySlots = await listFreeSlots(db, hours, {
    from: start - alternatives.withinMs,
    to: start + alternatives.withinMs,
    exceptCallId,
  });
  // The time is out of range, or those weeks are full: offer the first free ones.
  const free =
    nearbySlots.length > 0 ? nearbySlots : await listFreeSlots(db, hours, { exceptCallId });
  return new TimeTakenError(
    free
      .filter((slot) => slot !== start)
      .toSorted((a, b) => Math.abs(a - start) - Math.abs(b - start))
      .slice(0, alternatives.count)
      .toSorted((a, b) => a - b),
  );
}
