/**
 * Returns the current time, but always after `previous`: a version that is a timestamp must
 * increase, even within one millisecond and after the clock was set back.
 * @param previous ISO 8601 in UTC; empty if there is none
 */
export const createTimestampAfter = (previous: string): string =>
  new Date(Math.max(Date.now(), (Date.parse(previous) || 0) + 1)).toISOString();
