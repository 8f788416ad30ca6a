import { dateFormat } from '../../../lib/format-date';

/** Days as `YYYY-MM-DD`: plain text, which no time zone can move. */

const utc = (date: string) => new Date(`${date}T00:00:00Z`);

/** The day some days after another. */
export function addDays(date: string, days: number): string {
  const moved = utc(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export const mondayOf = (date: string): string => addDays(date, -((utc(date).getUTCDay() + 6) % 7));

const monthFormat = dateFormat({
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const shortFormat = dateFormat({
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const dayFormat = dateFormat({
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

const monthName = (date: string): string => monthFormat.format(utc(date));

/** "November 2026", or "November – December 2026" for a stretch of two months. */
export function stretchName(first: string, last: string): string {
  const [from, to] = [monthName(first), monthName(last)];
  if (from === to) return to;
  const [month = '', year] = from.split(' ');
  return `${year === to.split(' ')[1] ? month : from} – ${to}`;
}

/** "Dec 1" where a month begins, else "2". */
export const dayNumber = (date: string): string =>
  date.endsWith('-01') ? shortFormat.format(utc(date)) : String(Number(date.slice(8)));

/** "Wednesday, March 18". */
export const dayName = (date: string): string => dayFormat.format(utc(date));

/** Weeks that are shown at once: a month, wherever it begins. */
export const weeksShown = 5;

/** The shown weeks from a Monday on. */
export const weeksFrom = (monday: string): string[][] =>
  Array.from({ length: weeksShown }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(monday, week * 7 + day)),
  );

/**
 * Where a key leads from a day, among those that can be chosen; null when it leads nowhere.
 * @param days ascending
 */
export function dayAfterKey(key: string, day: string, days: readonly string[]): string | null {
  const after = (from: string) => days.find((one) => one >= from) ?? null;
  const before = (from: string) => days.findLast((one) => one <= from) ?? null;
  switch (key) {
    case 'ArrowRight':
      return after(addDays(day, 1));
    case 'ArrowLeft':
      return before(addDays(day, -1));
    case 'ArrowDown':
      return after(addDays(day, 7));
    case 'ArrowUp':
      return before(addDays(day, -7));
    case 'Home':
      return after(mondayOf(day));
    case 'End':
      return before(addDays(mondayOf(day), 6));
    case 'PageDown':
      return after(addDays(day, 28)) ?? days.at(-1) ?? null;
    case 'PageUp':
      return before(addDays(day, -28)) ?? days[0] ?? null;
    default:
      return null;
  }
}
