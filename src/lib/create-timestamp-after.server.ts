/**
 * The present moment, but always after `moment`: a version that is named by its time must rise, also
 * within one millisecond and when the clock was set back.
 * @param previous ISO-8601 in UTC
 */
export const createTimestampAfter = (previous: string): string =>
  new Date(Math.max(Date.now(), Date.parse(previous) + 1)).toISOString();
