import { formatTimeOfDay } from '../../../lib/format-date';
import { DAY } from '../../../lib/time';
import { toWallTime } from '../../../lib/wall-time';
import { callMinutes } from '../call';
import { type CallHours, parseMinutes } from '../call-hours';

/** The sheets show a day from 8 AM to 8 PM. */
export const firstHour = 8;
export const lastHour = 20;
/** The hours that have a label. */
export const hours = Array.from({ length: lastHour - firstHour }, (_, index) => firstHour + index);

/** Hours that are labeled on phones, too. */
export const phoneHours = [8, 12, 16];

/** Limits an hour to those that are shown. */
export const limit = (hour: number) => Math.min(lastHour, Math.max(firstHour, hour));

/** Returns the hour at which a call is shown. Calls outside of the sheet are shown at its edge. */
export const getCallHour = (start: Date): number =>
  Math.min(lastHour - callMinutes / 60, limit(getHour(toWallTime(start))));

/** Returns the hour of a wall time, with its fraction. */
export const getHour = (wallTime: Date): number =>
  wallTime.getUTCHours() + wallTime.getUTCMinutes() / 60;

/** Returns the number of a wall time's weekday: 0 for Monday. */
export const getWeekday = (wallTime: Date): number => (wallTime.getUTCDay() + 6) % 7;

/** Returns a wall time's day, as in the days off: "2026-03-18". */
export const toDayKey = (wallTime: Date): string => wallTime.toISOString().slice(0, 10);

/** Formats an hour: "8 AM", "noon", "3". */
export function formatHour(hour: number): string {
  if (hour === firstHour) return '8 AM';
  return hour === 12 ? 'noon' : String(hour > 12 ? hour - 12 : hour);
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
const listOpenSpans = ({ weekly, daysOff }: CallHours, day: Date) =>
  daysOff.includes(toDayKey(day)) ? [] : (weekly[getWeekday(day)] ?? []);

/** Lists the closed times of a day, as a wall time. */
export function listClosedTimes(callHours: CallHours, day: Date): ClosedTime[] {
  const spans = listOpenSpans(callHours, day).toSorted((a, b) => (a.from < b.from ? -1 : 1));
  const last = spans.at(-1);
  const isDayOff = callHours.daysOff.includes(toDayKey(day));
  const endLabel = last
    ? `Closed from ${formatTimeOfDay(last.to)}`
    : isDayOff
      ? 'Day off'
      : 'Closed';
  const toHour = (time: string) => limit(parseMinutes(time) / 60);
  const starts = [firstHour, ...spans.map(({ to }) => toHour(to))];
  const ends = [...spans.map(({ from }) => toHour(from)), lastHour];
  return starts.flatMap((from, index) => {
    const to = ends[index] ?? lastHour;
    if (to <= from) return [];
    const isLabeled = index === spans.length && to - from >= minClosedLabelHours;
    return [{ from, to, label: isLabeled ? endLabel : null }];
  });
}

/** Weeks in which the next open hour is looked for. */
const maxWeeksAhead = 8;

/**
 * Finds the week in which calls are possible or booked next.
 * @param callDays the days with upcoming calls
 * @returns how many weeks ahead it is: 0 for this one, also when there is none
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
