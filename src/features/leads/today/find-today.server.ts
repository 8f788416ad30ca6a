/** A day in the owner's time zone, as ISO 8601 in UTC. */
export interface DayBounds {
  start: string;
  end: string;
}

/** Finds when the current day starts in a time zone, and when it or some days from it end. */
export async function findToday(timeZone: string, days = 1): Promise<DayBounds> {
  // Imported with the first request. Importing at startup would delay it by 20 ms.
  const { Temporal } = await import('temporal-polyfill');
  const today = Temporal.Now.plainDateISO(timeZone);
  const toIso = (day: typeof today) =>
    new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString();
  return { start: toIso(today), end: toIso(today.add({ days })) };
}
