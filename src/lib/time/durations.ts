/** Durations in milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Returns the time that was so long ago, as ISO 8601. */
export const getTimeAgo = (durationMs: number): string =>
  new Date(Date.now() - durationMs).toISOString();

/** Returns the day that is so many days later. Days are `YYYY-MM-DD`, so no time zone shifts them. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
