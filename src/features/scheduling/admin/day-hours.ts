import { parseMinutes } from '../call-hours';

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

/** Returns the hour of a time in the browser's zone, with its fraction. */
export const getHour = (at: Date): number => at.getHours() + at.getMinutes() / 60;

/** Formats an hour: "8 AM", "noon", "3". */
export function formatHour(hour: number): string {
  if (hour === firstHour) return '8 AM';
  return hour === 12 ? 'noon' : String(hour > 12 ? hour - 12 : hour);
}

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
