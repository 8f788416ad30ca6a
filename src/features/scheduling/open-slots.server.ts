import { callMinutes } from './call';
import { type CallHours, gridMinutes, minutesOf } from './call-hours';

const minute = 60_000;
const cellsOfCall = callMinutes / gridMinutes;

/** A stretch of a local day with one offset. All in minutes since the epoch, but the offset. */
interface Piece {
  from: number;
  to: number;
  offset: number;
}

// Loaded when the first slots are asked for: it costs a start 20 ms.
const temporal = () => import('temporal-polyfill').then((module) => module.Temporal);

type TemporalApi = Awaited<ReturnType<typeof temporal>>;
type PlainDate = InstanceType<TemporalApi['PlainDate']>;

/** A local day in its pieces: one, or two when the clocks change on it. */
function piecesOf(day: PlainDate, timeZone: string): Piece[] {
  const end = day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
  const pieces: Piece[] = [];
  let from = day.toZonedDateTime(timeZone);
  while (from.epochMilliseconds < end) {
    const next = from.getTimeZoneTransition('next');
    const isChange = next !== null && next.epochMilliseconds < end;
    pieces.push({
      from: from.epochMilliseconds / minute,
      to: (isChange ? next.epochMilliseconds : end) / minute,
      offset: from.offsetNanoseconds / 6e10,
    });
    if (!isChange) break;
    from = next;
  }
  return pieces;
}

/**
 * The starts of a day's calls. A call exists exactly when the clock on the wall shows a multiple of
 * 30 minutes after an opening, and the same opening lasts for all of the call. So an hour that comes
 * twice has its calls twice, at different instants, and one that is skipped has none.
 */
function startsOfDay(day: PlainDate, hours: CallHours): number[] {
  const spans = (hours.weekly[day.dayOfWeek - 1] ?? []).map(({ from, to }) => ({
    from: minutesOf(from),
    to: minutesOf(to),
  }));
  if (spans.length === 0 || hours.daysOff.includes(day.toString())) return [];
  const midnight = Date.parse(`${day.toString()}T00:00:00Z`) / minute;
  const open = new Map<number, (typeof spans)[number]>();
  const candidates: number[] = [];
  for (const { from, to, offset } of piecesOf(day, hours.timeZone)) {
    for (let cell = from; cell < to; cell += gridMinutes) {
      const onTheWall = cell + offset - midnight;
      const span = spans.find((one) => onTheWall >= one.from && onTheWall < one.to);
      if (!span) continue;
      open.set(cell, span);
      if ((onTheWall - span.from) % callMinutes === 0) candidates.push(cell);
    }
  }
  const later = Array.from({ length: cellsOfCall }, (_, index) => index * gridMinutes);
  return candidates.filter((start) =>
    later.every((minutes) => open.get(start + minutes) === open.get(start)),
  );
}

/**
 * The starts of all calls that the opening hours have in a stretch of time, booked or not.
 * @param from milliseconds since the epoch, included
 * @param to milliseconds since the epoch, not included
 * @returns milliseconds since the epoch, ascending
 */
export async function slotsWithin(hours: CallHours, from: number, to: number): Promise<number[]> {
  if (to <= from) return [];
  const { Instant } = await temporal();
  const localDay = (at: number) =>
    Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(hours.timeZone).toPlainDate();
  const last = localDay(to).toString();
  const starts: number[] = [];
  for (let day = localDay(from); day.toString() <= last; day = day.add({ days: 1 })) {
    for (const start of startsOfDay(day, hours)) {
      if (start * minute >= from && start * minute < to) starts.push(start * minute);
    }
  }
  return starts;
}

/** The stretch of time in which calls can be booked at a moment: after the notice, as far ahead as set. */
export const bookableWindow = (hours: CallHours, now: number) => ({
  from: now + hours.noticeMinutes * minute,
  to: now + hours.daysAhead * 24 * 60 * minute,
});
