import { useState } from 'react';
import { DAY } from '../../lib/time/durations';
import { toWallTime } from '../../lib/time/wall-time';
import { findNextWeek, getWeekday, toDayKey } from './availability/day-hours';
import { type Call, useCallHours, useCallsOfPeriod, useUpcomingCalls } from './queries';

/** Returns the day so many days after the Monday of this week, as a wall time. */
function getDay(wallTime: Date, days: number): Date {
  const monday = wallTime.getUTCDate() - getWeekday(wallTime);
  return new Date(Date.UTC(wallTime.getUTCFullYear(), wallTime.getUTCMonth(), monday + days));
}

const countWeeks = (from: Date, to: Date): number =>
  Math.round((getDay(to, 0).getTime() - getDay(from, 0).getTime()) / (7 * DAY));

/** Returns the days of calls, as the owner's calendar has them. */
const listCallDays = (calls: readonly Call[]): string[] =>
  calls.flatMap(({ start }) => (start === null ? [] : toDayKey(toWallTime(new Date(start)))));

/** The week that is shown: at first, the next one in which calls are possible or booked. */
export function useCallWeek(now: Date) {
  const { data: upcoming } = useUpcomingCalls();
  const { data: callHours } = useCallHours();
  const [chosen, setWeeks] = useState<number | null>(null);
  const callDays = upcoming && listCallDays(upcoming);
  const next = callHours && callDays ? findNextWeek(callHours, callDays, now) : 0;
  const weeks = chosen ?? next;
  const today = toWallTime(now);
  // One more day on both sides, because the zone’s days differ from UTC’s.
  const query = useCallsOfPeriod(getDay(today, weeks * 7 - 1), getDay(today, weeks * 7 + 8));
  return {
    /** Offset from the current week. */
    weeks,
    setWeeks,
    /** Shows the week of a time. */
    show: (start: string) => setWeeks(countWeeks(today, toWallTime(new Date(start)))),
    /** Its seven days, as wall times. */
    days: Array.from({ length: 7 }, (_, day) => getDay(today, weeks * 7 + day)),
    /** Its calls and those of the days beside it, including canceled ones. */
    calls: query.data ?? [],
    /** The query of these calls, which may have failed. */
    query,
    callHours,
    /** The days of the upcoming calls; undefined until they are loaded. */
    callDays,
  };
}

export type CallWeek = ReturnType<typeof useCallWeek>;
