import type { Database } from '../../lib/database.server';
import { bookedStarts } from './booking-cells.server';
import { callMinutes } from './call';
import type { CallHours } from './call-hours';
import { bookableWindow, slotsWithin } from './open-slots.server';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How many free times are offered instead of a taken one, and how far from it they are looked for. */
const offered = { count: 4, within: 14 * day };

interface Search {
  hours: CallHours;
  /** Milliseconds since the epoch; what cannot be booked now is left out. */
  from: number;
  to: number;
  now: number;
  /** The visitor's own booking, when it is to be moved. */
  except?: string | undefined;
}

/** The starts that can be booked at a moment, in milliseconds since the epoch, ascending. */
export async function freeSlots(db: Database, search: Search): Promise<number[]> {
  const { hours, now, except } = search;
  const window = bookableWindow(hours, now);
  const from = Math.max(search.from, window.from);
  const to = Math.min(search.to, window.to);
  const apart = (callMinutes + hours.bufferMinutes) * minute;
  const [slots, booked] = await Promise.all([
    slotsWithin(hours, from, to),
    bookedStarts(db, from - apart, to + apart, except),
  ]);
  return slots.filter((slot) => booked.every((start) => Math.abs(slot - start) >= apart));
}

/** The free times nearest to one that is taken, ascending. */
export async function nearestFree(
  db: Database,
  search: Pick<Search, 'hours' | 'now' | 'except'> & { wanted: number },
): Promise<number[]> {
  const { wanted } = search;
  const near = { from: wanted - offered.within, to: wanted + offered.within };
  const around = await freeSlots(db, { ...search, ...near });
  // The wanted time is far off, or those weeks are full: the first that there are.
  const free =
    around.length > 0
      ? around
      : await freeSlots(db, { ...search, from: search.now, to: Number.MAX_SAFE_INTEGER });
  return free
    .filter((slot) => slot !== wanted)
    .toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))
    .slice(0, offered.count)
    .toSorted((a, b) => a - b);
}
