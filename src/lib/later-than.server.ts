/**
 * The present moment, but always after `moment`: a version that is named by its time must rise, also
 * within one millisecond and when the clock was set back.
 * @param moment ISO-8601 in UTC
 */
export const laterThan = (moment: string): string =>
  new Date(Math.max(Date.now(), Date.parse(moment) + 1)).toISOString();
