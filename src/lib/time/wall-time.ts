import { defaultTimeZone, getRegion } from '../region';
import { MINUTE } from './durations';
import { getDateFormat } from './format-date';

/*
 * A wall time is a date whose UTC fields are the time on a clock in the zone in which the site shows
 * times. So days can be counted and compared, whatever the zone of the browser.
 */

/** Returns the business's time zone, in which the site shows times to the owner. */
export const getOwnerTimeZone = (): string => getRegion().timeZone ?? defaultTimeZone;

const fields = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
} as const;

/**
 * Returns the wall time of an instant, without its seconds.
 * @param timeZone by default the zone in which the site shows times
 */
export function toWallTime(at: Date, timeZone?: string): Date {
  const parts = getDateFormat(fields, timeZone).formatToParts(at);
  const values = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = values;
  return new Date(Date.UTC(year, month - 1, day, hour, minute));
}

/** Returns the milliseconds by which clocks are ahead of UTC. */
const getOffset = (at: Date): number =>
  toWallTime(at).getTime() - Math.floor(at.getTime() / MINUTE) * MINUTE;

/** Returns the instant of a wall time. One that the start of summer time skips is an hour earlier. */
export function fromWallTime(wallTime: Date): Date {
  // The first offset may be the one on the other side of a change of clocks.
  const nearby = new Date(wallTime.getTime() - getOffset(wallTime));
  return new Date(wallTime.getTime() - getOffset(nearby));
}

/** Formats an instant for an `<input type="datetime-local">`, as a wall time. */
export const toDateTimeInput = (at: Date): string => toWallTime(at).toISOString().slice(0, 16);

/** Parses the value of such an input to ISO 8601; null when it is empty or invalid. */
export function parseDateTimeInput(value: string): string | null {
  const wallTime = new Date(`${value}Z`);
  return Number.isNaN(wallTime.getTime()) ? null : fromWallTime(wallTime).toISOString();
}
