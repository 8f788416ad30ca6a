import { afterEach, describe, expect, it, vi } from 'vitest';
import { setRegion } from '../region';
import {
  formatClockTime,
  formatDateTime,
  formatMonthDayRange,
  formatRecentDateTime,
  formatTime,
  formatTimeOfDay,
  formatTimeRange,
} from './format-date';

afterEach(() => setRegion({}));

// Without `Z`, this is local time, as in the owner's browser.
const now = new Date('2026-03-18T12:00:00');
const toIso = (local: string) => new Date(local).toISOString();

describe('formatDateTime', () => {
  it('shows the date and the time on a 12-hour clock, each in one piece', () => {
    expect(formatDateTime(toIso('2026-03-18T09:12:00'), now)).toBe('Mar\u00A018, 9:12\u00A0am');
    expect(formatDateTime(toIso('2026-03-09T00:05:00'), now)).toBe('Mar\u00A09, 12:05\u00A0am');
  });

  it('adds the year when it is not the current one', () => {
    expect(formatDateTime(toIso('2025-12-31T23:59:00'), now)).toBe(
      'Dec\u00A031,\u00A02025, 11:59\u00A0pm',
    );
  });
});

describe('formatRecentDateTime', () => {
  it('omits the date when it is today', () => {
    expect(formatRecentDateTime(toIso('2026-03-18T14:12:00'), now)).toBe('2:12 pm');
    expect(formatRecentDateTime(toIso('2026-03-17T09:12:00'), now)).toBe(
      'Mar\u00A017, 9:12\u00A0am',
    );
  });
});

describe('formatTime', () => {
  it('uses the given time zone and a plain space before AM or PM', () => {
    expect(formatTime(new Date('2026-03-18T13:30:00Z'), 'America/New_York')).toBe('9:30 am');
  });
});

describe('getDateFormat', () => {
  it('creates one format for all spellings of a zone, and forgets those of very many zones', () => {
    const create = vi.spyOn(Intl, 'DateTimeFormat');
    const spell = (number: number) =>
      [...'indianapolis']
        .map((letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter))
        .join('');
    for (let number = 0; number < 4096; number += 1) {
      formatTime(now, `America/Indiana/${spell(number)}`);
    }
    expect(create).toHaveBeenCalledTimes(1);
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 210);
    for (const zone of [...zones, ...zones.slice(0, 1)]) formatTime(now, zone);
    expect(create.mock.calls.length).toBeGreaterThan(zones.length);
    create.mockRestore();
  });
});

describe('formatTime in Canada', () => {
  it('has no periods, because a sentence can end with it', () => {
    setRegion({ locale: 'en-CA' });
    expect(formatTime(new Date('2026-03-18T13:30:00Z'), 'America/Toronto')).toBe('9:30 am');
  });
});

describe('formatTimeOfDay', () => {
  it.each([
    ['09:00', '9 am'],
    ['12:30', '12:30 pm'],
    ['24:00', '12 am'],
  ])('formats %s as %s', (time, text) => {
    expect(formatTimeOfDay(time)).toBe(text);
  });
});

describe('formatTimeRange', () => {
  const formatHalfHour = (start: string) =>
    formatTimeRange(new Date(start), new Date(Date.parse(start) + 30 * 60_000), 'UTC');

  it.each(['en-US', 'en-CA', 'en-AU', 'en-001'])(
    'says AM or PM once in %s, unless it changes',
    (locale) => {
      setRegion({ locale });
      expect(formatHalfHour('2026-03-18T09:00:00Z')).toBe('9 to 9:30 am');
      expect(formatHalfHour('2026-03-18T11:45:00Z')).toBe('11:45 am to 12:15 pm');
      expect(formatHalfHour('2026-03-18T23:45:00Z')).toBe('11:45 pm to 12:15 am');
    },
  );

  it('uses a 24-hour clock where the region does', () => {
    setRegion({ locale: 'en-GB' });
    expect(formatHalfHour('2026-03-18T11:45:00Z')).toBe('11:45 to 12:15');
  });
});

describe('formatClockTime', () => {
  it.each([
    ['en-US', '2:30'],
    ['en-CA', '2:30'],
    ['en-GB', '14:30'],
    ['en-AU', '2:30'],
  ])('omits AM and PM in %s', (locale, text) => {
    setRegion({ locale });
    expect(formatClockTime(new Date('2026-03-18T14:30:00Z'), 'UTC')).toBe(text);
  });
});

describe('formatMonthDayRange', () => {
  it.each([
    ['en-US', 'March 16 to 20', 'March 30 to April 3'],
    ['en-CA', 'March 16 to 20', 'March 30 to April 3'],
    ['en-GB', '16 to 20 March', '30 March to 3 April'],
    ['en-AU', '16 to 20 March', '30 March to 3 April'],
    ['en-001', '16 to 20 March', '30 March to 3 April'],
  ])('names the month once in %s, in its order', (locale, within, across) => {
    setRegion({ locale });
    const format = (first: string, last: string) =>
      formatMonthDayRange(new Date(first), new Date(last));
    expect(format('2026-03-16', '2026-03-20')).toBe(within);
    expect(format('2026-03-30', '2026-04-03')).toBe(across);
  });
});
