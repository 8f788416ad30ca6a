import { DAY, MINUTE } from '../../lib/time/durations';
import { toWallTime } from '../../lib/time/wall-time';
import { callMinutes } from '../call';
import { toDayKey } from './availability/day-hours';
import type { Call } from './queries';

/** Returns whether a call has ended. */
export const isOver = ({ start }: Call, now: Date): boolean =>
  start !== null && Date.parse(start) + callMinutes * MINUTE <= now.getTime();

/** Returns whether a call can be selected, to be canceled with others: it was booked here. */
export const isSelectable = ({ source }: Call): boolean => source === 'site';

/** A call that is booked and not over, with its start in ISO 8601. */
type PlannedCall = Call & { start: string };

/** Returns whether a call is booked and not over. */
export const isPlanned = (call: Call, now: Date): call is PlannedCall =>
  call.status === 'booked' && call.start !== null && !isOver(call, now);

/** Lists the calls that take place next or now, the next one first. */
export const listPlannedCalls = (calls: readonly Call[], now: Date): PlannedCall[] =>
  calls.filter((call) => isPlanned(call, now)).sort((a, b) => (a.start < b.start ? -1 : 1));

interface Calls {
  /** The calls of the shown week, and of the days beside it. */
  ofWeek: readonly Call[];
  days: readonly Date[];
  /**
   * Calls of the last days, of which those without a result are listed in any week. Those of the last
   * 24 hours as well: on a Friday evening the next week is shown, and the owner may correct a result.
   */
  recent: readonly Call[];
  /** Canceled calls that wait for a decision. They are listed in any week. */
  undecided: readonly Call[];
}

/** Lists the calls of a week that are over or canceled, and those that wait for the owner. */
export function listPastCalls({ ofWeek, days, recent, undecided }: Calls, now: Date): Call[] {
  const dayKeys = new Set(days.map(toDayKey));
  const isInWeek = ({ start }: Call) =>
    start !== null && dayKeys.has(toDayKey(toWallTime(new Date(start))));
  const calls = [
    ...ofWeek.filter((call) => isInWeek(call) && (call.status === 'canceled' || isOver(call, now))),
    ...recent.filter(
      (call) =>
        call.status !== 'canceled' &&
        isOver(call, now) &&
        (call.result === null || now.getTime() - Date.parse(call.start ?? '') < DAY),
    ),
    ...undecided,
  ];
  const byId = new Map(calls.map((call) => [call.id, call]));
  return [...byId.values()].sort((a, b) => ((a.start ?? '') < (b.start ?? '') ? 1 : -1));
}
