import { getDateFormat } from '../../../lib/format-date';

/** Days are `YYYY-MM-DD` strings, so that no time zone shifts them. */

const toUtcDate = (date: string) => new Date(`${date}T00:00:00Z`);

/** Adds days to a date. */
export function addDays(date: string, days: number): string {
  const moved = toUtcDate(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** Returns the Monday of a date's week. */
export const getMonday = (date: string): string =>
  addDays(date, -((toUtcDate(date).getUTCDay() + 6) % 7));

const monthFormat = getDateFormat({
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortFormat = getDateFormat({
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const dayFormat = getDateFormat({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

const formatMonth = (date: string): string => monthFormat.format(toUtcDate(date));

/** Formats a range of dates as "November 2026", or "November – December 2026" over two months. */
export function formatDateRange(first: string, last: string): string {
  const [from, to] = [formatMonth(first), formatMonth(last)];
  if (from === to) return to;
  const [month = '', year] = from.split(' ');
  return `${year === to.split(' ')[1] ? month : from} – ${to}`;
}

/** Formats the first of a month as "Dec 1", and other days as "2". */
export const formatDayNumber = (date: string): string =>
  date.endsWith('-01') ? shortFormat.format(toUtcDate(date)) : String(Number(date.slice(8)));

/** Formats a day as "Wednesday, March 18". */
export const formatDayName = (date: string): string => dayFormat.format(toUtcDate(date));

/** Weeks shown at once. */
export const visibleWeeks = 5;

/** Lists the days of the shown weeks, starting at a Monday. */
export const listWeeks = (monday: string): string[][] =>
  Array.from({ length: visibleWeeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(monday, week * 7 + day)),
  );

/**
 * Returns the day that an arrow key moves to; null for other keys or when there is none.
 * @param days selectable days, ascending
 */
export function findDayForKey(key: string, day: string, days: readonly string[]): string | null {
  const findAtOrAfter = (from: string) => days.find((one) => one >= from) ?? null;
  const findAtOrBefore = (from: string) => days.findLast((one) => one <= from) ?? null;
  switch (key) {
    case 'ArrowRight':
      return findAtOrAfter(addDays(day, 1));
    case 'ArrowLeft':
      return findAtOrBefore(addDays(day, -1));
    case 'ArrowDown':
      return findAtOrAfter(addDays(day, 7));
    case 'ArrowUp':
      return findAtOrBefore(addDays(day, -7));
    case 'Home':
      return findAtOrAfter(getMonday(day));
    case 'End':
      return findAtOrBefore(addDays(getMonday(day), 6));
    case 'PageDown':
      return findAtOrAfter(addDays(day, 28)) ?? days.at(-1) ?? null;
    case 'PageUp':
      return findAtOrBefore(addDays(day, -28)) ?? days[0] ?? null;
    default:
      return null;
  }
}
