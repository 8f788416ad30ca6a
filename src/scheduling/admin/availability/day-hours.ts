import { DAY } from '../../../lib/time/durations';
import { formatTimeOfDay } from '../../../lib/time/format-date';
import { toWallTime } from '../../../lib/time/wall-time';
import { parseMinutes } from '../../../lib/time/week-hours';
import type { CallHours, OpenSpan } from '../../hours/call-hours';

/** The hours that a sheet shows. */
export interface SheetRange {
  first: number;
  /** Not included. */
  last: number;
}

/** Hours to the right of a call that its label takes. */
const labelHours = 2;

/**
 * Finds the hours of a sheet: 8 am to 8 pm, and more if there are earlier or later calls, whose labels
 * fit, or hours.
 */
export function findSheetRange(
  spans: readonly OpenSpan[],
  starts: readonly Date[] = [],
): SheetRange {
  const calls = starts.map(getCallHour);
  const opens = spans.map(({ from }) => parseMinutes(from) / 60);
  const closes = spans.map(({ to }) => parseMinutes(to) / 60);
  const ends = calls.map((hour) => hour + labelHours);
  return {
    first: Math.floor(Math.min(8, ...opens, ...calls)),
    // A call may end after midnight.
    last: Math.min(24, Math.ceil(Math.max(20, ...closes, ...ends))),
  };
}

/** Returns the attributes of a sheet, from which its styles compute positions. */
export const createSheetStyle = ({ first, last }: SheetRange) => ({
  '--first': first,
  '--hours': last - first,
});

/** Lists the hours that have a label, at most so many. */
export function listLabeledHours({ first, last }: SheetRange, maxLabels: number): number[] {
  const step = Math.ceil((last - first) / maxLabels);
  return Array.from({ length: Math.ceil((last - first) / step) }, (_, i) => first + i * step);
}

/** Returns the hour at which a call is shown. */
export const getCallHour = (start: Date): number => getHour(toWallTime(start));

/** Returns the hour of a wall time, with its fraction. */
export const getHour = (wallTime: Date): number =>
  wallTime.getUTCHours() + wallTime.getUTCMinutes() / 60;

/** Returns the number of a wall time's weekday: 0 for Monday. */
export const getWeekday = (wallTime: Date): number => (wallTime.getUTCDay() + 6) % 7;

/** Returns a wall time's day, as in the days off: "2026-03-18". */
export const toDayKey = (wallTime: Date): string => wallTime.toISOString().slice(0, 10);

/** Formats an hour: "8 am" as the first one, "noon", "3". */
export function formatSheetHour(hour: number, first: number): string {
  if (hour === 12) return 'noon';
  const name = String(hour % 12 || 12);
  return hour === first ? `${name} am` : name;
}

/** A closed part of a day, in hours. */
export interface ClosedTime {
  from: number;
  to: number;
  /** The text shown on it; null if it is too short for one. */
  label: string | null;
}

/** Closed afternoons that are at least this long, in hours, say since when. */
const minClosedLabelHours = 5;

/** Lists the open times of a day, as a wall time. There are none on a day off. */
export const listOpenSpans = ({ weekly, daysOff }: CallHours, day: Date) =>
  daysOff.includes(toDayKey(day)) ? [] : (weekly[getWeekday(day)] ?? []);

/**
 * Lists the closed times of a day, as a wall time, among the hours that are shown.
 * @param calls starts of calls, which would cover a label
 */
export function listClosedTimes(
  callHours: CallHours,
  day: Date,
  { first, last: end }: SheetRange,
  calls: readonly Date[] = [],
): ClosedTime[] {
  const spans = listOpenSpans(callHours, day).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const last = spans.at(-1);
  const dayKey = toDayKey(day);
  const isDayOff = callHours.daysOff.includes(dayKey);
  const endLabel = last
    ? `Closed from ${formatTimeOfDay(last.to)}`
    : isDayOff
      ? (callHours.dayOffLabels[dayKey] ?? 'Day off')
      : 'Closed';
  const toHour = (time: string) => parseMinutes(time) / 60;
  const starts = [first, ...spans.map(({ to }) => toHour(to))];
  const ends = [...spans.map(({ from }) => toHour(from)), end];
  return starts.flatMap((from, index) => {
    const to = ends[index] ?? end;
    if (to <= from) return [];
    const labelStart = Math.max(from, to - minClosedLabelHours);
    const isFree = calls.every((start) => getCallHour(start) < labelStart);
    const isLabeled = index === spans.length && to - from >= minClosedLabelHours && isFree;
    return [{ from, to, label: isLabeled ? endLabel : null }];
  });
}

/** Weeks in which the next open hour is looked for. */
const maxWeeksAhead = 8;

/**
 * Finds the week in which calls are possible or booked next.
 * @param callDays the days with upcoming calls
 * @returns how many weeks ahead it is: 0 for this one, even when there is none
 */
export function findNextWeek(callHours: CallHours, callDays: readonly string[], now: Date): number {
  const wallNow = toWallTime(now);
  for (let days = 0; days < maxWeeksAhead * 7; days += 1) {
    const day = new Date(wallNow.getTime() + days * DAY);
    const isOpen = listOpenSpans(callHours, day).some(
      ({ to }) => days > 0 || parseMinutes(to) / 60 > getHour(wallNow),
    );
    if (isOpen || callDays.includes(toDayKey(day))) {
      return Math.floor((getWeekday(wallNow) + days) / 7);
    }
  }
  return 0;
}
