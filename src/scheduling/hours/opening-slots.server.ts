import { LRUCache } from 'lru-cache';
import { MINUTE } from '../../lib/time/durations';
import { parseMinutes } from '../../lib/time/week-hours';
import { callMinutes } from '../call';
import { type CallHours, gridMinutes, type OpenSpan } from './call-hours';

const cellsPerCall = callMinutes / gridMinutes;

/**
 * A part of a local day with one UTC offset. `from` and `to` are minutes since the epoch; `offset`
 * is in minutes.
 */
interface DaySegment {
  from: number;
  to: number;
  offset: number;
}

// Imported with the first request for slots. Importing at startup would delay it by 20 ms.
const loadTemporal = () => import('temporal-polyfill').then((module) => module.Temporal);

type TemporalApi = Awaited<ReturnType<typeof loadTemporal>>;
type PlainDate = InstanceType<TemporalApi['PlainDate']>;

/**
 * Splits a local day into parts with one UTC offset each: one part, or two when the clocks change.
 */
function splitDay(day: PlainDate, timeZone: string): DaySegment[] {
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  const segments: DaySegment[] = [];
  let from = day.toZonedDateTime(timeZone);
  while (from.epochMilliseconds < end) {
    const next = from.getTimeZoneTransition('next');
    const isTransition = next !== null && next.epochMilliseconds < end;
    segments.push({
      from: from.epochMilliseconds / MINUTE,
      to: (isTransition ? next.epochMilliseconds : end) / MINUTE,
      offset: from.offsetNanoseconds / 6e10,
    });
    if (!isTransition) break;
    from = next;
  }
  return segments;
}

/** Maximum number of cached days: several times as many as can be booked. */
const maxCachedDays = 400;

/**
 * The start times of days, by time zone, date and opening hours. Computing them is most of the work
 * of a request for the free times. Bookings are not cached, so a taken time is never offered again.
 */
const cachedDays = new LRUCache<string, readonly number[]>({ max: maxCachedDays });

/**
 * Lists the start times of a day's calls: every 30 minutes of local time from an opening on, if the
 * opening covers the whole call. When the clocks change, a repeated hour therefore has its calls
 * twice, at different instants, and a skipped hour has none.
 */
function computeDayStarts(
  day: PlainDate,
  timeZone: string,
  openSpans: readonly OpenSpan[],
): readonly number[] {
  const spans = openSpans.map(({ from, to }) => ({
    from: parseMinutes(from),
    to: parseMinutes(to),
  }));
  const midnight = Date.parse(`${day.toString()}T00:00:00Z`) / MINUTE;
  const open = new Map<number, (typeof spans)[number]>();
  const candidates: number[] = [];
  for (const { from, to, offset } of splitDay(day, timeZone)) {
    for (let cell = from; cell < to; cell += gridMinutes) {
      const wallClockMinutes = cell + offset - midnight;
      const span = spans.find((one) => wallClockMinutes >= one.from && wallClockMinutes < one.to);
      if (!span) continue;
      open.set(cell, span);
      if ((wallClockMinutes - span.from) % callMinutes === 0) candidates.push(cell);
    }
  }
  const cellOffsets = Array.from({ length: cellsPerCall }, (_, index) => index * gridMinutes);
  return candidates.filter((start) =>
    cellOffsets.every((minutes) => open.get(start + minutes) === open.get(start)),
  );
}

/** Returns the start times of a day's calls, in minutes since the epoch. */
function listDayStarts(day: PlainDate, { weekly, daysOff, timeZone }: CallHours) {
  const spans = weekly[day.dayOfWeek - 1] ?? [];
  const date = day.toString();
  if (spans.length === 0 || daysOff.includes(date)) return [];
  const key = JSON.stringify([timeZone, date, spans]);
  const cached = cachedDays.get(key);
  if (cached) return cached;
  const starts = computeDayStarts(day, timeZone, spans);
  cachedDays.set(key, starts);
  return starts;
}

/**
 * Lists the start times of all calls within the opening hours in a period, booked or not.
 * @param from milliseconds since the epoch, included
 * @param to milliseconds since the epoch, not included
 * @returns milliseconds since the epoch, ascending
 */
export async function listOpeningSlots(
  hours: CallHours,
  from: number,
  to: number,
): Promise<number[]> {
  if (to <= from) return [];
  const { Instant } = await loadTemporal();
  const toLocalDay = (at: number) =>
    Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(hours.timeZone).toPlainDate();
  const last = toLocalDay(to).toString();
  const starts: number[] = [];
  for (let day = toLocalDay(from); day.toString() <= last; day = day.add({ days: 1 })) {
    for (const start of listDayStarts(day, hours)) {
      if (start * MINUTE >= from && start * MINUTE < to) starts.push(start * MINUTE);
    }
  }
  return starts;
}
