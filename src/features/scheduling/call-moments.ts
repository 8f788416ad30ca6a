import { dateFormat, formatTime } from '../../lib/format-date';

/** A call's moments as people read them, in any time zone. */

const numericDay = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const longDay = { weekday: 'long', month: 'long', day: 'numeric' } as const;
const zoneName = { timeZoneName: 'short' } as const;

/** "2026-03-18", the day on which a moment falls somewhere. */
export function localDate(at: Date, timeZone: string): string {
  const parts = dateFormat(numericDay, timeZone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** "9:30 AM". */
export const localTime = (at: Date, timeZone: string): string => formatTime(at, timeZone);

/** "Wednesday, March 18". */
export const localDay = (at: Date, timeZone: string): string =>
  dateFormat(longDay, timeZone).format(at);

/** "EDT" or "GMT+2". */
export function zoneAbbreviation(at: Date, timeZone: string): string {
  const parts = dateFormat(zoneName, timeZone).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** "New York" for `America/New_York`. */
export const placeOf = (timeZone: string): string =>
  (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');

/** "Wednesday, March 18, 9:30 AM (New York, EDT)". */
export function momentInZone(iso: string, timeZone: string): string {
  const at = new Date(iso);
  const zone = `${placeOf(timeZone)}, ${zoneAbbreviation(at, timeZone)}`;
  return `${localDay(at, timeZone)}, ${localTime(at, timeZone)} (${zone})`;
}
