import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRegion } from '../../../lib/region';
import { toWallTime } from '../../../lib/time/wall-time';
import { defaultCallHours } from '../../hours/call-hours';
import {
  findNextWeek,
  findSheetRange,
  getCallHour,
  listClosedTimes,
  listLabeledHours,
  toDayKey,
} from './day-hours';

const inNewYork = () => setRegion({ timeZone: 'America/New_York' });

beforeAll(inNewYork);
afterAll(() => setRegion({}));

describe.each([
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['America/Los_Angeles', '2026-03-08', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['Australia/Sydney', '2026-10-04', '2026-04-05'],
  ['Asia/Kolkata', '2026-03-08', '2026-11-01'],
])('a sheet in %s', (timeZone, ...clockChanges) => {
  beforeAll(() => setRegion({ timeZone }));
  afterAll(inNewYork);

  // The week in which the clocks change: the days before and after it, and the day itself.
  const days = clockChanges.flatMap((date) =>
    [-1, 0, 1].map((shift) => Temporal.PlainDate.from(date).add({ days: shift }).toString()),
  );

  test.each(days)('shows calls at 6 am, 8 am and 11 pm where they are on %s', (day) => {
    const starts = ['06:00', '08:00', '23:00'].map(
      (time) =>
        new Date(Temporal.ZonedDateTime.from(`${day}T${time}[${timeZone}]`).epochMilliseconds),
    );
    expect(starts.map(getCallHour)).toEqual([6, 8, 23]);
    expect(starts.map((start) => toDayKey(toWallTime(start)))).toEqual([day, day, day]);
    expect(findSheetRange([], starts)).toEqual({ first: 6, last: 24 });
  });
});

describe('hours of a sheet', () => {
  const at = (time: string) => new Date(`2026-03-16T${time}-04:00`);

  test.each([
    ['are 8 am to 8 pm without calls or hours', [], [], { first: 8, last: 20 }],
    ['are the same within them', [['09:00', '17:00']], ['08:00', '18:00'], { first: 8, last: 20 }],
    ['begin with the earliest opening', [['07:00', '17:00']], [], { first: 7, last: 20 }],
    ['end with the latest closing', [['09:00', '21:15']], [], { first: 8, last: 22 }],
    ['begin with the earliest call', [], ['06:45'], { first: 6, last: 20 }],
    ['end where the label of the latest call fits', [], ['19:00'], { first: 8, last: 21 }],
    ['end at midnight, also if a call ends later', [], ['23:45'], { first: 8, last: 24 }],
    ['are the whole day if it is open', [['00:00', '24:00']], [], { first: 0, last: 24 }],
  ])('%s', (_, spans, calls, range) => {
    const open = spans.map(([from = '', to = '']) => ({ from, to }));
    expect(findSheetRange(open, calls.map(at))).toEqual(range);
  });

  test('are labeled in even steps, within a maximum', () => {
    expect(listLabeledHours({ first: 8, last: 20 }, 3)).toEqual([8, 12, 16]);
    expect(listLabeledHours({ first: 0, last: 24 }, 3)).toEqual([0, 8, 16]);
    expect(listLabeledHours({ first: 6, last: 24 }, 3)).toEqual([6, 12, 18]);
    expect(listLabeledHours({ first: 8, last: 20 }, 14)).toHaveLength(12);
    expect(listLabeledHours({ first: 0, last: 24 }, 14)).toHaveLength(12);
  });
});

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

  const range = { first: 6, last: 20 };

  test('are those before, between and after the open ones, among the hours that are shown', () => {
    expect(listClosedTimes(hours, monday, range)).toEqual([
      { from: 6, to: 7, label: null },
      { from: 12, to: 13.5, label: null },
      { from: 15, to: 20, label: 'Closed from 3 pm' },
    ]);
  });

  test('have no label where a call would cover it', () => {
    const late = new Date('2026-03-16T19:00-04:00');
    const [, , afternoon] = listClosedTimes(hours, monday, range, [late]);
    expect(afternoon).toEqual({ from: 15, to: 20, label: null });
  });

  test('are the whole day on a day off, and on a weekday without hours', () => {
    const off = { ...hours, daysOff: ['2026-03-16'] };
    expect(listClosedTimes(off, monday, range)).toEqual([{ from: 6, to: 20, label: 'Day off' }]);
    const holiday = { ...off, dayOffLabels: { '2026-03-16': 'Franchise expo' } };
    expect(listClosedTimes(holiday, monday, range)).toMatchObject([{ label: 'Franchise expo' }]);
    const morning = [new Date('2026-03-16T10:00-04:00')];
    expect(listClosedTimes(off, monday, range, morning)).toMatchObject([{ label: 'Day off' }]);
    const sunday = new Date('2026-03-15T00:00Z');
    expect(listClosedTimes(hours, sunday, range)).toEqual([{ from: 6, to: 20, label: 'Closed' }]);
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
