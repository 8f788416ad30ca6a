import type { Temporal } from 'temporal-polyfill';

/** A day in the owner's time zone, as ISO 8601 in UTC. */
export interface DayBounds {
  start: string;
  end: string;
}

/** Finds the bounds of days in a time zone, as `choose` selects them from today's date. */
async function findDays(
  timeZone: string,
  choose: (today: Temporal.PlainDate) => { first: Temporal.PlainDate; days: number },
): Promise<DayBounds> {
  // Imported with the first request. Importing at startup would delay it by 20 ms.
  const { Temporal } = await import('temporal-polyfill');
  // Not `Temporal.Now`: Node 26 has its own, which does not follow a clock set on `Date`.
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now());
  const { first, days } = choose(now.toZonedDateTimeISO(timeZone).toPlainDate());
  const toIso = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
  return { start: toIso(first), end: toIso(first.add({ days })) };
}

/** Finds when the current day starts in a time zone, and when it or some days from it end. */
export const findToday = (timeZone: string, days = 1): Promise<DayBounds> =>
  findDays(timeZone, (today) => ({ first: today, days }));

/** Finds when the current week starts, on Monday, and when it ends. */
export const findWeek = (timeZone: string): Promise<DayBounds> =>
  findDays(timeZone, (today) => ({
    first: today.subtract({ days: today.dayOfWeek - 1 }),
    days: 7,
  }));
