import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getRegion, setRegion } from '../../lib/region';
import { DAY, HOUR, MINUTE } from '../../lib/time/durations';
import { formatDue, formatDuration, formatEnd } from './format-due';

const before = getRegion();
beforeEach(() => setRegion({ timeZone: 'America/New_York' }));
afterEach(() => setRegion(before));

/** Formats the end of a day of 24 hours, at its start. */
const formatDayEnd = (start: string) =>
  formatEnd(new Date(Date.parse(start) + DAY).toISOString(), new Date(start));

describe('formatEnd', () => {
  test('writes "tomorrow" before a time of tomorrow, and the time alone today', () => {
    expect(formatDayEnd('2026-06-10T18:00:00.000Z')).toBe('tomorrow, 2\u00A0pm');
    const now = new Date('2026-06-10T18:00:00.000Z');
    expect(formatEnd('2026-06-11T03:30:00.000Z', now)).toBe('11:30\u00A0pm');
  });

  test('writes the date of the day after tomorrow when tomorrow has 23 hours', () => {
    // Saturday, March 7, 11:30 pm. The Sunday has 23 hours.
    expect(formatDayEnd('2026-03-08T04:30:00.000Z')).toBe('Mar\u00A09, 12:30\u00A0am');
    expect(formatDayEnd('2026-03-08T03:30:00.000Z')).toBe('tomorrow, 11:30\u00A0pm');
  });

  test('writes the time alone until midnight when today has 25 hours', () => {
    // Sunday, November 1, 12:30 am. The day has 25 hours.
    expect(formatDayEnd('2026-11-01T04:30:00.000Z')).toBe('11:30\u00A0pm');
    expect(formatDayEnd('2026-11-01T05:30:00.000Z')).toBe('tomorrow, 12:30\u00A0am');
  });
});

describe('formatDue', () => {
  test('counts calendar days of the owner’s time zone', () => {
    const now = new Date('2026-03-08T04:30:00.000Z');
    expect(formatDue('2026-03-08T04:59:00.000Z', now)).toBe('Today, 11:59\u00A0pm');
    expect(formatDue('2026-03-08T05:00:00.000Z', now)).toBe('Tomorrow, 12\u00A0am');
    expect(formatDue('2026-03-07T04:59:00.000Z', now)).toBe('Yesterday, 11:59\u00A0pm');
  });
});

describe('formatDuration', () => {
  test('names minutes, hours, and days', () => {
    expect(formatDuration(-MINUTE)).toBe('0 min');
    expect(formatDuration(59 * MINUTE)).toBe('59 min');
    expect(formatDuration(2 * HOUR)).toBe('2 h');
    expect(formatDuration(2 * HOUR + 10 * MINUTE)).toBe('2 h 10 min');
    expect(formatDuration(41 * HOUR + 30 * MINUTE)).toBe('41 h');
    expect(formatDuration(3 * DAY)).toBe('3 days');
  });
});
