import { MINUTE } from '../../../lib/time';
import { callMinutes } from '../call';
import type { Booking } from './queries';

/** A call that is booked and not over, with its start in ISO 8601. */
type PlannedCall = Booking & { start: string };

/** Returns whether a call is booked and not over. */
export const isPlanned = (call: Booking, now: Date): call is PlannedCall =>
  call.status === 'booked' &&
  call.start !== null &&
  Date.parse(call.start) + callMinutes * MINUTE > now.getTime();

/** Lists the calls that take place next or now, the next one first. */
export const listPlannedCalls = (calls: readonly Booking[], now: Date): PlannedCall[] =>
  calls.filter((call) => isPlanned(call, now)).sort((a, b) => (a.start < b.start ? -1 : 1));
