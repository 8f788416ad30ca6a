/** Formats dates and times for people, in one style. The site's language is American English. */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached format: creating one costs more than using it a hundred times. */
export function getDateFormat(
  options: Intl.DateTimeFormatOptions,
  timeZone?: string,
): Intl.DateTimeFormat {
  const key = JSON.stringify([timeZone, options]);
  const cached = formats.get(key);
  if (cached) return cached;
  const created = new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) });
  formats.set(key, created);
  return created;
}

/** Formats a time of day: "9:30 AM", by default in the browser's time zone. */
export const formatTime = (at: Date, timeZone?: string): string =>
  getDateFormat({ hour: 'numeric', minute: '2-digit', hour12: true }, timeZone)
    .format(at)
    // The space before AM and PM differs between runtimes.
    .replaceAll(/\s/g, ' ');

/** Formats a day in a time zone: "Wednesday, March 18". */
export const formatDay = (at: Date, timeZone: string): string =>
  getDateFormat({ weekday: 'long', month: 'long', day: 'numeric' }, timeZone).format(at);

/** Formats a day and time in a time zone: "Wednesday, March 18, 9:30 AM". */
export const formatDayAndTime = (at: Date, timeZone: string): string =>
  `${formatDay(at, timeZone)}, ${formatTime(at, timeZone)}`;

/** Formats a time without a date: "9:30 AM" for "09:30". "24:00" is midnight. */
export function formatTimeOfDay(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return formatTime(new Date(Date.UTC(2000, 0, 1, hours, minutes)), 'UTC');
}

/**
 * Formats a date and time: "Mar 18, 9:12 AM", or "Mar 18, 2025, 9:12 AM" in another year. Uses the
 * browser's time zone, which the server doesn't know, so only for the browser.
 */
export function formatDateTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  const isThisYear = at.getFullYear() === now.getFullYear();
  const day = getDateFormat({
    month: 'short',
    day: 'numeric',
    ...(!isThisYear && { year: 'numeric' }),
  });
  return `${day.format(at)}, ${formatTime(at)}`;
}

/** Formats a time today as "9:12 AM", and any other as `formatDateTime` does. */
export function formatRecentDateTime(iso: string, now = new Date()): string {
  const at = new Date(iso);
  return at.toDateString() === now.toDateString() ? formatTime(at) : formatDateTime(iso, now);
}
