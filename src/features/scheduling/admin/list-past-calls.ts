import { MINUTE } from '../../../lib/time';
import { toWallTime } from '../../../lib/wall-time';
import { callMinutes } from '../call';
import { toDayKey } from './day-hours';
import type { Booking } from './queries';

/** Returns whether a call has ended. */
export const isOver = ({ start }: Booking, now: Date): boolean =>
  start !== null && Date.parse(start) + callMinutes * MINUTE <= now.getTime();

interface Calls {
  /** The calls of the shown week, and of the days beside it. */
  ofWeek: readonly Booking[];
  days: readonly Date[];
  /** Calls of the last days, of which those without a result are listed in any week. */
  recent: readonly Booking[];
  /** Canceled calls that wait for a decision. They are listed in any week. */
  undecided: readonly Booking[];
}

/** Lists the calls of a week that are over or canceled, and those that wait for the owner. */
export function listPastCalls({ ofWeek, days, recent, undecided }: Calls, now: Date): Booking[] {
  const dayKeys = new Set(days.map(toDayKey));
  const isInWeek = ({ start }: Booking) =>
    start !== null && dayKeys.has(toDayKey(toWallTime(new Date(start))));
  const calls = [
    ...ofWeek.filter((call) => isInWeek(call) && (call.status === 'canceled' || isOver(call, now))),
    ...recent.filter(
      (call) => call.status === 'booked' && call.result === null && isOver(call, now),
    ),
    ...undecided,
  ];
  const byId = new Map(calls.map((call) => [call.id, call]));
  return [...byId.values()].sort((a, b) => ((a.start ?? '') < (b.start ?? '') ? 1 : -1));
}
