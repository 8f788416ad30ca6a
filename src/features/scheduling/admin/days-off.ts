import { DAY } from '../../../lib/time';
import { toWallTime } from '../../../lib/wall-time';
import { maxDaysOff } from '../call-hours';
import { addDays } from '../public/calendar-days';
import { toDayKey } from './day-hours';
import type { Booking } from './queries';

/** Consecutive days off, as "2026-04-02". */
export interface Period {
  first: string;
  last: string;
}

/** Lists the days of a period, at most as many as can be stored. */
function listDays({ first, last }: Period): string[] {
  const count = Math.min(maxDaysOff, (Date.parse(last) - Date.parse(first)) / DAY + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}

/** Groups days off into periods, the first one first. */
export function groupDays(days: readonly string[]): Period[] {
  const periods: Period[] = [];
  for (const day of days.toSorted()) {
    const current = periods.at(-1);
    if (current && day <= addDays(current.last, 1)) current.last = day;
    else periods.push({ first: day, last: day });
  }
  return periods;
}

/** Adds a period to the days off, and drops those that are over, so that the list stays short. */
export const addPeriod = (days: readonly string[], period: Period, today: string): string[] =>
  [...new Set([...days.filter((day) => day >= today), ...listDays(period)])]
    .toSorted()
    .slice(0, maxDaysOff);

/** Finds the calls that are booked in a period. */
export const findCalls = (calls: readonly Booking[], { first, last }: Period, timeZone: string) =>
  calls.filter(({ start, status }) => {
    if (start === null || status !== 'booked') return false;
    const day = toDayKey(toWallTime(new Date(start), timeZone));
    return first <= day && day <= last;
  });
