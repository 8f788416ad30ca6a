import { describe, expect, it } from 'vitest';
import { formatDateTime, formatRecentDateTime, formatTime, formatTimeOfDay } from './format-date';

// No `Z`: local time, as in the owner's browser.
const now = new Date('2026-03-18T12:00:00');
const toIso = (local: string) => new Date(local).toISOString();

describe('formatMoment', () => {
  it('has day and time, in 12 hours', () => {
    expect(formatDateTime(toIso('2026-03-18T09:12:00'), now)).toBe('Mar 18, 9:12 AM');
    expect(formatDateTime(toIso('2026-03-09T00:05:00'), now)).toBe('Mar 9, 12:05 AM');
  });

  it('has the year when it is another one', () => {
    expect(formatDateTime(toIso('2025-12-31T23:59:00'), now)).toBe('Dec 31, 2025, 11:59 PM');
  });
});

describe('formatRecentMoment', () => {
  it('leaves the day out when it is today', () => {
    expect(formatRecentDateTime(toIso('2026-03-18T14:12:00'), now)).toBe('2:12 PM');
    expect(formatRecentDateTime(toIso('2026-03-17T09:12:00'), now)).toBe('Mar 17, 9:12 AM');
  });
});

describe('formatTime', () => {
  it('speaks of the given time zone, with a plain space', () => {
    expect(formatTime(new Date('2026-03-18T13:30:00Z'), 'America/New_York')).toBe('9:30 AM');
  });
});

describe('formatTimeOfDay', () => {
  it.each([
    ['09:00', '9:00 AM'],
    ['12:30', '12:30 PM'],
    ['24:00', '12:00 AM'],
  ])('turns %s into %s', (time, text) => {
    expect(formatTimeOfDay(time)).toBe(text);
  });
});
