import { formatDay, formatTime, getDateFormat } from '../../lib/format-date';
import { getZoneCity } from '../../lib/time-zone-names';

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

/** Formats a local time as "9:30 AM". */
export const formatLocalTime = (at: Date, timeZone: string): string => formatTime(at, timeZone);

/** Formats a local day as "Wednesday, March 18". */
export const formatLocalDay = formatDay;

/** Returns a zone's name: "Eastern Time". Not an abbreviation, which is often an offset. */
export function getZoneName(timeZone: string): string {
  const parts = getDateFormat({ timeZoneName: 'longGeneric' }, timeZone).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Formats a call's time as "Wednesday, March 18, 9:30 AM (New York, Eastern Time)". */
export function formatCallTime(iso: string, timeZone: string): string {
  const at = new Date(iso);
  const zone = `${getZoneCity(timeZone)}, ${getZoneName(timeZone)}`;
  return `${formatLocalDay(at, timeZone)}, ${formatLocalTime(at, timeZone)} (${zone})`;
}
