import { DAY, MINUTE } from '../lib/time/durations';
import { toWallTime } from '../lib/time/wall-time';
import { cellMinutes, cellsPerWeek, minutesPerWeek } from './week';

/** A Monday, from which minutes of a week are counted. */
const firstMonday = Date.UTC(1970, 0, 5);

/** Returns the milliseconds by which a zone's clocks are ahead of UTC. */
const getOffset = (timeZone: string, at: number): number =>
  toWallTime(new Date(at), timeZone).getTime() - at;

/** Returns a function for a zone's offset in a week. It asks `Intl` for each time only if it changes. */
function readOffsets(timeZone: string, from: number): (at: number) => number {
  const first = getOffset(timeZone, from);
  return first === getOffset(timeZone, from + 8 * DAY)
    ? () => first
    : (at) => getOffset(timeZone, at);
}

/** Returns the date of the Monday of a week in a zone. */
export function findMonday(at: Date, timeZone: string): Date {
  const wallTime = toWallTime(at, timeZone).getTime();
  const daysSinceMonday = Math.floor((wallTime - firstMonday) / DAY) % 7;
  return new Date(Math.floor(wallTime / DAY) * DAY - daysSinceMonday * DAY);
}

/**
 * Returns when each cell of a week takes place: once, twice when clocks go back over it, or never
 * when they skip it.
 * @param monday the date of its Monday, as a wall time
 */
function listInstants(monday: Date, timeZone: string): number[][] {
  const start = monday.getTime();
  const offsets = new Set(
    [start - DAY, start + 4 * DAY, start + 8 * DAY].map((at) => getOffset(timeZone, at)),
  );
  const getOffsetAt = readOffsets(timeZone, start - DAY);
  return Array.from({ length: cellsPerWeek }, (_, cell) => {
    const wallTime = start + cell * cellMinutes * MINUTE;
    return [...offsets]
      .map((offset) => wallTime - offset)
      .filter((at) => at + getOffsetAt(at) === wallTime)
      .sort((a, b) => a - b);
  });
}

/** The cells of a week as clocks in somebody's zone show them. */
export interface ZoneWeek {
  /** Each cell with the minute of the week at which it begins, by that minute. */
  begins: readonly { minute: number; cell: number }[];
  /** The cells that take place twice, when clocks go back. */
  repeated: readonly number[];
}

/**
 * Converts the cells of a week to a zone.
 * @param instants when each cell takes place
 */
function toZoneWeek(instants: readonly number[][], timeZone: string): ZoneWeek {
  const [first = 0] = instants.find((times) => times.length > 0) ?? [];
  const getOffsetAt = readOffsets(timeZone, first - DAY);
  const begins = instants.flatMap((times, cell) =>
    times.map((at) => {
      const minute = Math.floor((at + getOffsetAt(at) - firstMonday) / MINUTE);
      return { minute: ((minute % minutesPerWeek) + minutesPerWeek) % minutesPerWeek, cell };
    }),
  );
  return {
    begins: begins.sort((a, b) => a.minute - b.minute),
    repeated: instants.flatMap((times, cell) => (times.length > 1 ? [cell] : [])),
  };
}

/** Weeks that were converted: `Intl` takes longer than the rest of the matching. */
const knownWeeks = new Map<string, ZoneWeek>();
const maxKnownWeeks = 500;

/**
 * Returns the cells of a week in one zone as clocks in another show them.
 * @param monday the date of its Monday, as a wall time
 * @param timeZone the zone of the cells
 * @param otherZone the zone of the clocks
 */
export function getZoneWeek(monday: Date, timeZone: string, otherZone: string): ZoneWeek {
  const key = [monday.getTime(), timeZone, otherZone].join().toLowerCase();
  const known = knownWeeks.get(key);
  if (known) return known;
  const week = toZoneWeek(listInstants(monday, timeZone), otherZone);
  if (knownWeeks.size >= maxKnownWeeks) knownWeeks.clear();
  knownWeeks.set(key, week);
  return week;
}

/** Returns the position of the first cell that begins at a minute or later. */
function findFirst({ begins }: ZoneWeek, minute: number): number {
  let low = 0;
  let high = begins.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((begins[middle]?.minute ?? 0) < minute) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Marks the cells that lie completely in somebody's hours, each time that they take place.
 * @param ranges the hours in minutes of their week
 */
export function markAvailable(
  week: ZoneWeek,
  ranges: readonly (readonly [from: number, to: number])[],
): Uint8Array {
  const cells = new Uint8Array(cellsPerWeek);
  for (const [from, to] of ranges) {
    for (let index = findFirst(week, from); index < week.begins.length; index += 1) {
      const begin = week.begins[index];
      if (!begin || begin.minute + cellMinutes > to) break;
      cells[begin.cell] = (cells[begin.cell] ?? 0) + 1;
    }
  }
  for (const cell of week.repeated) cells[cell] = Number(cells[cell] === 2);
  return cells;
}
