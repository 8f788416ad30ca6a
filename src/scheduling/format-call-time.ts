import { formatDay, formatTime, getZoneName } from '../lib/time/format-date';
import { getZoneCity } from '../lib/time/time-zone';
import { toWallTime } from '../lib/time/wall-time';

/** Formats of a call's time, in any time zone. */

/** Formats the local day in a time zone as "2026-03-18". */
export const formatIsoDate = (at: Date, timeZone: string): string =>
  toWallTime(at, timeZone).toISOString().slice(0, 10);

/** Formats a local time as "09:30". */
export const formatIsoTime = (at: Date, timeZone: string): string =>
  toWallTime(at, timeZone).toISOString().slice(11, 16);

/** Formats a call's time as "Wednesday, March 18, 9:30 am (New York, Eastern Time)". */
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
