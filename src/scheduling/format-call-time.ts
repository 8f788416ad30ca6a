import { formatDay, formatTime, getDateFormat } from '../lib/format-date';
import { getZoneCity } from '../lib/time-zone';

/** Formats of a call's time, in any time zone. */

const numericDay = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** Formats the local day in a time zone as "2026-03-18". */
export function formatIsoDate(at: Date, timeZone: string): string {
  const parts = getDateFormat(numericDay, timeZone).formatToParts(at);
  const getPart = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${getPart('year')}-${getPart('month')}-${getPart('day')}`;
}

/** Formats a local time as "09:30". */
export function formatIsoTime(at: Date, timeZone: string): string {
  const format = getDateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone);
  return format.format(at);
}

/** Returns a zone's name: "Eastern Time". Not an abbreviation, which is often an offset. */
export function getZoneName(timeZone: string): string {
  const parts = getDateFormat({ timeZoneName: 'longGeneric' }, timeZone).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Formats a call's time as "Wednesday, March 18, 9:30 AM (New York, Eastern Time)". */
export function formatCallTime(iso: string, timeZone: string): string {
  const at = new Date(iso);
  const zone = `${getZoneCity(timeZone)}, ${getZoneName(timeZone)}`;
  return `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)} (${zone})`;
}

/** Groups free times by the day in a zone, in order. */
export function groupByDay(slots: readonly string[], timeZone: string): Map<string, string[]> {
  const days = new Map<string, string[]>();
  for (const slot of slots) {
    const date = formatIsoDate(new Date(slot), timeZone);
    const list = days.get(date);
    if (list) list.push(slot);
    else days.set(date, [slot]);
  }
  return days;
}
