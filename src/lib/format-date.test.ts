import { describe, expect, it } from 'vitest';
import { formatDateTime, formatRecentDateTime, formatTime, formatTimeOfDay } from './format-date';

// Without `Z`, this is local time, as in the owner's browser.
const now = new Date('2026-03-18T12:00:00');
const toIso = (local: string) => new Date(local).toISOString();

describe('formatDateTime', () => {
  it('shows the date and the time on a 12-hour clock', () => {
    expect(formatDateTime(toIso('2026-03-18T09:12:00'), now)).toBe('Mar 18, 9:12 AM');
    expect(formatDateTime(toIso('2026-03-09T00:05:00'), now)).toBe('Mar 9, 12:05 AM');
  });

  it('adds the year when it is not the current one', () => {
    expect(formatDateTime(toIso('2025-12-31T23:59:00'), now)).toBe('Dec 31, 2025, 11:59 PM');
  });
});

describe('formatRecentDateTime', () => {
  it('omits the date when it is today', () => {
    expect(formatRecentDateTime(toIso('2026-03-18T14:12:00'), now)).toBe('2:12 PM');
    expect(formatRecentDateTime(toIso('2026-03-17T09:12:00'), now)).toBe('Mar 17, 9:12 AM');
  });
});

describe('formatTime', () => {
  it('uses the given time zone and a plain space before AM or PM', () => {
    expect(formatTime(new Date('2026-03-18T13:30:00Z'), 'America/New_York')).toBe('9:30 AM');
  });
});

describe('formatTimeOfDay', () => {
  it.each([
    ['09:00', '9:00 AM'],
    ['12:30', '12:30 PM'],
    ['24:00', '12:00 AM'],
  ])('formats %s as %s', (time, text) => {
    expect(formatTimeOfDay(time)).toBe(text);
  });
});
