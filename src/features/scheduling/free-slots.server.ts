import type { Database } from '../../db/database.server';
import { DAY, MINUTE } from '../../lib/time';
import { listBookedStarts } from './booking-cells.server';
import { callMinutes } from './call';
import type { CallHours } from './call-hours';
import { getBookableWindow, listOpeningSlots } from './opening-slots.server';

/** Number of free times offered instead of a taken one, and the maximum distance from it. */
const alternatives = { count: 4, withinMs: 14 * DAY };

interface SlotSearch {
  hours: CallHours;
  /** Milliseconds since the epoch. Times that can't be booked now are left out. */
  from: number;
  to: number;
  now: number;
  /** The visitor's own booking, when it is being rescheduled. */
  exceptBookingId?: string | undefined;
}

/** Lists the start times that can be booked now, in milliseconds since the epoch, ascending. */
export async function listFreeSlots(db: Database, search: SlotSearch): Promise<number[]> {
  const { hours, now, exceptBookingId } = search;
  const window = getBookableWindow(hours, now);
  const from = Math.max(search.from, window.from);
  const to = Math.min(search.to, window.to);
  const minGapMs = (callMinutes + hours.bufferMinutes) * MINUTE;
  const [slots, booked] = await Promise.all([
    listOpeningSlots(hours, from, to),
    listBookedStarts(db, from - minGapMs, to + minGapMs, exceptBookingId),
  ]);
  return slots.filter((slot) => booked.every((start) => Math.abs(slot - start) >= minGapMs));
}

/** Finds the free times nearest to a taken one, ascending. */
export async function findNearestFreeSlots(
  db: Database,
  search: Pick<SlotSearch, 'hours' | 'now' | 'exceptBookingId'> & { wanted: number },
): Promise<number[]> {
  const { wanted: requestedStart } = search;
  const nearbyRange = {
    from: requestedStart - alternatives.withinMs,
    to: requestedStart + alternatives.withinMs,
  };
  const nearbySlots = await listFreeSlots(db, { ...search, ...nearbyRange });
  // The time is out of range, or those weeks are full: offer the first free ones.
  const free =
    nearbySlots.length > 0
      ? nearbySlots
      : await listFreeSlots(db, { ...search, from: search.now, to: Number.MAX_SAFE_INTEGER });
  return free
    .filter((slot) => slot !== requestedStart)
    .toSorted((a, b) => Math.abs(a - requestedStart) - Math.abs(b - requestedStart))
    .slice(0, alternatives.count)
    .toSorted((a, b) => a - b);
}
