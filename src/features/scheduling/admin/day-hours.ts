import { toWallTime } from '../../../lib/wall-time';
import { type CallHours, parseMinutes } from '../call-hours';

/** The sheets show a day from 8 AM to 8 PM. */
export const firstHour = 8;
export const lastHour = 20;
/** The hours that have a label. */
export const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);

/** Hours that are labeled on phones, too. */
export const keptHours = [8, 12, 16];

/** Calls closer than this show only their time, in hours. */
export const minLabelHours = 1.5;

/** Limits an hour to those that are shown. */
export const limit = (hour: number) => Math.min(lastHour, Math.max(firstHour, hour));

/** Returns the hour of a wall time, with its fraction. */
export const getHour = (wallTime: Date): number =>
  wallTime.getUTCHours() + wallTime.getUTCMinutes() / 60;

/** Formats an hour: "8 AM", "noon", "3". */
export function formatHour(hour: number): string {
  if (hour === firstHour) return '8 AM';
  return hour === 12 ? 'noon' : String(hour > 12 ? hour - 12 : hour);
}

/**
 * Returns whether the hours of the availability are hours of the sheets. They are not while the
 * owner travels: then closed times would be hatched in the wrong place.
 */
export const hasClockOf = ({ timeZone }: CallHours, now: Date): boolean =>
  toWallTime(now, timeZone).getTime() === toWallTime(now).getTime();

/** Lists the closed times of a day, in hours. `spans` are the open ones. */
export function listClosedTimes(spans: readonly { from: string; to: string }[]) {
  const sorted = spans
    .map(({ from, to }) => ({ from: parseMinutes(from) / 60, to: parseMinutes(to) / 60 }))
    .sort((a, b) => a.from - b.from);
  const starts = [firstHour, ...sorted.map(({ to }) => limit(to))];
  const ends = [...sorted.map(({ from }) => limit(from)), lastHour];
  return starts.flatMap((from, index) => {
    const to = ends[index] ?? lastHour;
    return to > from ? [{ from, to }] : [];
  });
}
