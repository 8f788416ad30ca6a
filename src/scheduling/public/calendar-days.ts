import { addDays } from '../../lib/time/durations';
import { getDateFormat } from '../../lib/time/format-date';

/** Days are `YYYY-MM-DD` strings, so that no time zone shifts them. */

const toUtcDate = (date: string) => new Date(`${date}T00:00:00Z`);

/** Returns the Monday of a date's week. */
export const getMonday = (date: string): string =>
  addDays(date, -((toUtcDate(date).getUTCDay() + 6) % 7));

const monthFormat = getDateFormat({ month: 'long', year: 'numeric' }, 'UTC');
const monthNameFormat = getDateFormat({ month: 'long' }, 'UTC');
const shortFormat = getDateFormat({ month: 'short', day: 'numeric' }, 'UTC');
const weekdayFormat = getDateFormat({ weekday: 'long' }, 'UTC');
const dayFormat = getDateFormat({ weekday: 'long', month: 'long', day: 'numeric' }, 'UTC');

const formatMonth = (date: string): string => monthFormat.format(toUtcDate(date));

/** Formats a range of dates as "November 2026", or "November – December 2026" over two months. */
export function formatDateRange(first: string, last: string): string {
  const [from, to] = [formatMonth(first), formatMonth(last)];
  if (from === to) return to;
  const isSameYear = first.slice(0, 4) === last.slice(0, 4);
  return `${isSameYear ? monthNameFormat.format(toUtcDate(first)) : from} – ${to}`;
}

/** Formats the first of a month as "Dec 1", and other days as "2". */
export const formatDayNumber = (date: string): string =>
  date.endsWith('-01') ? shortFormat.format(toUtcDate(date)) : String(Number(date.slice(8)));

/** Formats a day as "Wednesday, March 18". */
export const formatDayName = (date: string): string => dayFormat.format(toUtcDate(date));

/**
 * Formats a day of the calendar for screen readers and voice control: its name, which contains what
 * its cell shows ("Tuesday, Dec 1").
 */
export const formatDayLabel = (date: string): string =>
  date.endsWith('-01')
    ? `${weekdayFormat.format(toUtcDate(date))}, ${formatDayNumber(date)}`
    : formatDayName(date);

export const visibleWeeks = 5;

/** Lists the days of the shown weeks, starting at a Monday. */
export const listWeeks = (monday: string): string[][] =>
  Array.from({ length: visibleWeeks }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(monday, week * 7 + day)),
  );

/** Days by which a key moves forward or backward. */
const keyMoves = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
  ['ArrowDown', 7],
  ['ArrowUp', -7],
  ['PageDown', 28],
  ['PageUp', -28],
]);

/**
 * Returns the day that a key moves to; null for other keys or when there is none.
 * @param days selectable days, ascending
 */
export function findDayForKey(key: string, day: string, days: readonly string[]): string | null {
  const findAtOrAfter = (from: string) => days.find((one) => one >= from);
  const findAtOrBefore = (from: string) => days.findLast((one) => one <= from);
  if (key === 'Home') return findAtOrAfter(getMonday(day)) ?? null;
  if (key === 'End') return findAtOrBefore(addDays(getMonday(day), 6)) ?? null;
  const move = keyMoves.get(key);
  if (move === undefined) return null;
  const target = addDays(day, move);
  const found = move > 0 ? findAtOrAfter(target) : findAtOrBefore(target);
  // A page beyond the last day ends there.
  const end = key.startsWith('Page') ? days.at(move > 0 ? -1 : 0) : undefined;
  return found ?? end ?? null;
}
