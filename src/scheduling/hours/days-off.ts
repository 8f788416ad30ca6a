import { addDays, DAY } from '../../lib/time/durations';
import { type CallHours, maxDaysOff } from './call-hours';

/** The dates without calls, and the labels of some of them. */
export type DaysOff = Pick<CallHours, 'daysOff' | 'dayOffLabels'>;

/** Consecutive days off with the same label, as "2026-04-02". */
export interface Period {
  first: string;
  last: string;
  label?: string | undefined;
}

/** Lists the days of a period, at most as many as can be stored. */
function listDays({ first, last }: Period): string[] {
  const count = Math.min(maxDaysOff, (Date.parse(last) - Date.parse(first)) / DAY + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(first, index));
}

/** Groups days off into periods, the first one first. */
export function groupDays({ daysOff, dayOffLabels }: DaysOff): Period[] {
  const periods: Period[] = [];
  for (const day of daysOff.toSorted()) {
    const current = periods.at(-1);
    const label = dayOffLabels[day];
    if (current?.label === label && current && day <= addDays(current.last, 1)) current.last = day;
    else periods.push({ first: day, last: day, label });
  }
  return periods;
}

/** Keeps some of the days off, with their labels. Labels of other days are dropped. */
export const filterDays = (
  { daysOff, dayOffLabels }: DaysOff,
  isKept: (day: string) => boolean = () => true,
): DaysOff => {
  const kept = daysOff.filter(isKept);
  const labels = Object.entries(dayOffLabels).filter(([day]) => kept.includes(day));
  return { daysOff: kept, dayOffLabels: Object.fromEntries(labels) };
};

/** Adds a period. Its label replaces those of its days. */
export function addPeriod({ daysOff, dayOffLabels }: DaysOff, period: Period): DaysOff {
  const days = listDays(period);
  const { label } = period;
  const labels = label ? Object.fromEntries(days.map((day) => [day, label])) : {};
  return filterDays({
    daysOff: [...new Set([...daysOff, ...days])].toSorted().slice(0, maxDaysOff),
    dayOffLabels: { ...dayOffLabels, ...labels },
  });
}

/** Removes the days of a period. */
export const removePeriod = (off: DaysOff, { first, last }: Period): DaysOff =>
  filterDays(off, (day) => day < first || day > last);

/** Returns whether all days of a period are off. */
export const hasPeriod = ({ daysOff }: DaysOff, period: Period): boolean =>
  listDays(period).every((day) => daysOff.includes(day));
