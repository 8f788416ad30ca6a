/** A call's moments as people read them, in any time zone. The language is the site's. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one costs more than using it a hundred times. */
function format(timeZone: string, name: string, options: Intl.DateTimeFormatOptions) {
  const key = `${timeZone} ${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  formats.set(key, known);
  return known;
}

/** The spaces that some runtimes put before AM and PM differ: one kind for all. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

/** "2026-03-18", the day on which a moment falls somewhere. */
export function localDate(at: Date, timeZone: string): string {
  const parts = format(timeZone, 'date', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** "9:30 AM". */
export const localTime = (at: Date, timeZone: string): string =>
  plain(format(timeZone, 'time', { hour: 'numeric', minute: '2-digit' }).format(at));

/** "Wednesday, March 18". */
export const localDay = (at: Date, timeZone: string): string =>
  format(timeZone, 'day', { weekday: 'long', month: 'long', day: 'numeric' }).format(at);

/** "EDT" or "GMT+2". */
export function zoneAbbreviation(at: Date, timeZone: string): string {
  const parts = format(timeZone, 'zone', { timeZoneName: 'short' }).formatToParts(at);
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
