import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRegion } from '../../../lib/region';
import { defaultCallHours } from '../call-hours';
import { findNextWeek, listClosedTimes } from './day-hours';

beforeAll(() => setRegion({ timeZone: 'America/New_York' }));
afterAll(() => setRegion({}));

describe('closed times of a day', () => {
  const monday = new Date('2026-03-16T00:00Z');
  const weekly = defaultCallHours.weekly.map((spans, day) =>
    day === 0
      ? [
          { from: '13:30', to: '15:00' },
          { from: '07:00', to: '12:00' },
        ]
      : spans,
  );
  const hours = { ...defaultCallHours, weekly };

  test('are those before, between and after the open ones, from 8 AM to 8 PM', () => {
    expect(listClosedTimes(hours, monday)).toEqual([
      { from: 12, to: 13.5, label: null },
      { from: 15, to: 20, label: 'Closed from 3:00 PM' },
    ]);
  });

  test('are the whole day on a day off, and on a weekday without hours', () => {
    const off = { ...hours, daysOff: ['2026-03-16'] };
    expect(listClosedTimes(off, monday)).toEqual([{ from: 8, to: 20, label: 'Day off' }]);
    const sunday = new Date('2026-03-15T00:00Z');
    expect(listClosedTimes(hours, sunday)).toEqual([{ from: 8, to: 20, label: 'Closed' }]);
  });
});

describe('findNextWeek', () => {
  const find = (iso: string, change = {}, callDays: string[] = []) =>
    findNextWeek({ ...defaultCallHours, ...change }, callDays, new Date(iso));

  test('returns the current week while it has open hours left', () => {
    expect(find('2026-03-18T14:00Z')).toBe(0);
    expect(find('2026-03-20T20:59Z')).toBe(0);
  });

  test('returns the next week after the last open hour, and at the weekend', () => {
    expect(find('2026-03-20T21:00Z')).toBe(1);
    expect(find('2026-03-22T14:00Z')).toBe(1);
  });

  test('returns the current week when a call is booked at its weekend', () => {
    expect(find('2026-03-21T14:00Z', {}, ['2026-03-22'])).toBe(0);
  });

  test('skips a week without open hours', () => {
    const daysOff = ['23', '24', '25', '26', '27'].map((day) => `2026-03-${day}`);
    expect(find('2026-03-22T14:00Z', { daysOff })).toBe(2);
    expect(find('2026-03-22T14:00Z', { weekly: [[], [], [], [], [], [], []] })).toBe(0);
  });
});
