import { defaultLocale, getRegion } from '../region';

/** Formats dates and times for people, in one style, as the owner's locale writes them. */

const formats = new Map<string, Intl.DateTimeFormat>();
/** Maximum number of formats, of 50 KB each: visitors name time zones, of which there are hundreds. */
const maxFormats = 200;

/** Returns a cached format: creating one costs more than using it a hundred times. */
function resolveFormat(options: Intl.DateTimeFormatOptions, timeZone?: string) {
  const { locale = defaultLocale, timeZone: ownZone } = getRegion();
  const zone = timeZone ?? options.timeZone ?? ownZone;
  // `Intl` accepts any letter case.
  const key = JSON.stringify([locale, zone?.toLowerCase(), options]);
  const cached = formats.get(key);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat(locale, {
    // Days are also computed from the parts of a date.
    calendar: 'gregory',
    numberingSystem: 'latn',
    ...options,
    ...(zone && { timeZone: zone }),
  });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(key, created);
  return created;
}

/** Returns a format that follows the region, which is set after the modules are loaded. */
export const getDateFormat = (options: Intl.DateTimeFormatOptions, timeZone?: string) => ({
  format: (at: Date): string => resolveFormat(options, timeZone).format(at),
  formatToParts: (at: Date): Intl.DateTimeFormatPart[] =>
    resolveFormat(options, timeZone).formatToParts(at),
  formatRange: (first: Date, last: Date): string =>
    resolveFormat(options, timeZone).formatRange(first, last),
});

/**
 * Formats a time of day in the site's one style: "9 am", "9:30 am", or "09:00" on a 24-hour clock. By
 * default in the region's time zone.
 */
export const formatTime = (at: Date, timeZone?: string): string =>
  getDateFormat({ hour: 'numeric', minute: '2-digit' }, timeZone)
    .format(at)
    // The space before the half of the day differs between runtimes, its spelling between regions.
    .replaceAll(/\s/g, ' ')
    .replace(/(:00)?( [ap])\.?m\.?$/i, (_, __, half: string) => `${half.toLowerCase()}m`);

/** Formats a time of day without its half: "9:30". */
export const formatClockTime = (at: Date, timeZone?: string): string =>
  formatTime(at, timeZone).replace(/ [ap]m$/, '');

/**
 * Formats the time from one instant to another: "9 to 9:30 am", "11:45 am to 12:15 pm". Not with
 * `formatRange`, which adds both dates to a range over midnight.
 */
export function formatTimeRange(start: Date, end: Date, timeZone?: string): string {
  const from = formatTime(start, timeZone);
  const to = formatTime(end, timeZone);
  const isSameHalf = from.slice(-2) === to.slice(-2);
  return `${isSameHalf ? formatClockTime(start, timeZone) : from} to ${to}`;
}

/** Formats a day in a time zone: "Wednesday, March 18". */
export const formatDay = (at: Date, timeZone: string): string =>
  getDateFormat({ weekday: 'long', month: 'long', day: 'numeric' }, timeZone).format(at);

/** Formats a day as "March 18". */
export const formatMonthDay = (at: Date, timeZone?: string): string =>
  getDateFormat({ month: 'long', day: 'numeric' }, timeZone).format(at);

/** Formats days in UTC: "March 16 to 20", "March 30 to April 3". */
export const formatMonthDayRange = (first: Date, last: Date): string =>
  getDateFormat({ month: 'long', day: 'numeric' }, 'UTC')
    .formatRange(first, last)
    .replace(/\s*–\s*/, ' to ');

/** Formats a day and time in a time zone: "Wednesday, March 18, 9:30 am". */
export const formatDayAndTime = (at: Date, timeZone: string): string =>
  `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}`;

/** Returns a zone's name: "Eastern Time". Not an abbreviation, which is often an offset. */
export function getZoneName(timeZone: string): string {
  const parts = getDateFormat({ timeZoneName: 'longGeneric' }, timeZone).formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Formats a time without a date: "9:30 am" for "09:30". "24:00" is midnight. */
export function formatTimeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return formatTime(new Date(Date.UTC(2000, 0, 1, hours, minutes)), 'UTC');
}

const year = { year: 'numeric' } as const;
const dayFormat = getDateFormat({ ...year, month: 'numeric', day: 'numeric' });

/**
 * Formats the given parts of a day, with the year if it is not that of `now`. Without a time zone
 * only for the browser, whose own applies if the owner has set none.
 */
export function formatDayWithYear(
  at: Date,
  now: Date,
  parts: Intl.DateTimeFormatOptions,
  timeZone?: string,
): string {
  const { format } = getDateFormat(year, timeZone);
  const isThisYear = format(at) === format(now);
  return getDateFormat({ ...parts, ...(!isThisYear && year) }, timeZone).format(at);
}

/** Formats a day: "March 18", or "March 18, 2025" in another year. */
export const formatDate = (iso: string): string =>
  formatDayWithYear(new Date(iso), new Date(), { month: 'long', day: 'numeric' });

/** Keeps the words of a short text on one line. */
export const keepTogether = (text: string): string => text.replaceAll(' ', '\u00A0');

/** Formats a day: "Mar 18", or "Mar 18, 2025" in another year. It is not broken over two lines. */
export const formatShortDay = (at: Date, now: Date): string =>
  keepTogether(formatDayWithYear(at, now, { month: 'short', day: 'numeric' }));

/** Formats a date and time as `formatShortDay` does: "Mar 18, 9:12 am". */
export const formatDateTime = (iso: string, now = new Date()): string =>
  `${formatShortDay(new Date(iso), now)}, ${keepTogether(formatTime(new Date(iso)))}`;

/** Formats a time today as "9:12 am", and any other as `formatDateTime` does. */
export function formatRecentDateTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const isToday = dayFormat.format(at) === dayFormat.format(now);
  return isToday ? formatTime(at) : formatDateTime(iso, now);
}
