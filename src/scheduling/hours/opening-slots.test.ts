import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWallClock } from '../../../tests/support/zone-clock';
import { addDays, HOUR, MINUTE } from '../../lib/time/durations';
import { parseMinutes } from '../../lib/time/week-hours';
import { formatIsoDate } from '../format-call-time';
import { type CallHours, defaultCallHours, type OpenSpan } from './call-hours';
import { listOpeningSlots } from './opening-slots.server';

/** Time zones with two dates of clock changes. Lord Howe changes by half an hour, Phoenix never. */
const clockChanges = [
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['Australia/Sydney', '2026-10-04', '2027-04-04'],
  ['Australia/Lord_Howe', '2026-10-04', '2027-04-04'],
  ['America/Santiago', '2026-09-06', '2027-04-04'],
  ['America/Phoenix', '2026-03-08', '2026-11-01'],
] as const;

const padTwo = (value: number) => String(value).padStart(2, '0');
const formatMinutes = (minutes: number) =>
  `${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`;

/** Finds the expected starts by checking every five minutes of the period. */
function findExpectedStarts(
  hours: CallHours,
  readClock: ReturnType<typeof createWallClock>,
  from: number,
  to: number,
): number[] {
  const spansByTime = new Map<number, OpenSpan | undefined>();
  const findSpan = (at: number) => {
    if (!spansByTime.has(at)) {
      const { date, weekday, minutes } = readClock(at);
      const spans = hours.daysOff.includes(date) ? [] : (hours.weekly[weekday] ?? []);
      spansByTime.set(
        at,
        spans.find((span) => minutes >= parseMinutes(span.from) && minutes < parseMinutes(span.to)),
      );
    }
    return spansByTime.get(at);
  };
  const starts: number[] = [];
  for (let at = from; at < to; at += 5 * MINUTE) {
    const span = findSpan(at);
    if (!span || (readClock(at).minutes - parseMinutes(span.from)) % 30 !== 0) continue;
    const isWithinOneSpan = [5, 10, 15, 20, 25].every(
      (minutes) => findSpan(at + minutes * MINUTE) === span,
    );
    if (isWithinOneSpan) starts.push(at);
  }
  return starts;
}

/** Generates up to three separate spans for a day, in steps of five minutes. */
const daySpans = fc
  .uniqueArray(fc.integer({ min: 0, max: 288 }), { minLength: 2, maxLength: 6 })
  .map((bounds) => {
    const sorted = bounds.toSorted((a, b) => a - b);
    const list: OpenSpan[] = [];
    for (let index = 0; index + 1 < sorted.length; index += 2) {
      const [from = 0, to = 0] = [sorted[index], sorted[index + 1]];
      list.push({ from: formatMinutes(from * 5), to: formatMinutes(to * 5) });
    }
    return list;
  });

describe.each(clockChanges)('listOpeningSlots in %s', (timeZone, ...dates) => {
  // For all runs, because reading a clock takes longer than everything else.
  const readClock = createWallClock(timeZone);

  test.each(dates)(
    'returns every slot within the opening hours exactly once around %s',
    async (date) => {
      const noon = Date.parse(`${date}T12:00:00Z`);
      const [from, to] = [noon - 42 * HOUR, noon + 42 * HOUR];
      await fc.assert(
        fc.asyncProperty(fc.array(daySpans, { minLength: 7, maxLength: 7 }), async (weekly) => {
          const hours = { ...defaultCallHours, timeZone, weekly };
          const starts = await listOpeningSlots(hours, from, to);
          expect(starts).toEqual(findExpectedStarts(hours, readClock, from, to));
          for (const [index, start] of starts.entries()) {
            const next = starts[index + 1];
            if (next !== undefined) expect(next - start).toBeGreaterThanOrEqual(30 * MINUTE);
          }
        }),
        { numRuns: 25 },
      );
    },
  );
});

const allDay: OpenSpan[] = [{ from: '00:00', to: '24:00' }];
const alwaysOpen = { ...defaultCallHours, weekly: Array.from({ length: 7 }, () => allDay) };

describe('listOpeningSlots', () => {
  test('repeats the slots of a repeated hour and omits those of a skipped hour', async () => {
    const listDay = async (date: string, next: string, offset: [string, string]) =>
      listOpeningSlots(
        alwaysOpen,
        Date.parse(`${date}T00:00:00${offset[0]}`),
        Date.parse(`${next}T00:00:00${offset[1]}`),
      );
    expect(await listDay('2026-11-01', '2026-11-02', ['-04:00', '-05:00'])).toHaveLength(50);
    expect(await listDay('2026-03-08', '2026-03-09', ['-05:00', '-04:00'])).toHaveLength(46);
    expect(await listDay('2026-06-10', '2026-06-11', ['-04:00', '-04:00'])).toHaveLength(48);
  });

  test.each([
    ['2026-03-08', 96],
    ['2026-11-01', 96],
    ['2026-11-02', 48 + 50],
  ])(
    'closes the day off %s, also when the clocks change, and only that one',
    async (day, count) => {
      const hours = { ...alwaysOpen, daysOff: [day] };
      const first = Date.parse(
        `${addDays(day, -1)}T00:00:00${day < '2026-06' ? '-05:00' : '-04:00'}`,
      );
      const end = Date.parse(`${addDays(day, 2)}T00:00:00${day < '2026-06' ? '-04:00' : '-05:00'}`);
      const starts = await listOpeningSlots(hours, first, end);
      expect(starts).toHaveLength(count);
      const days = new Set(starts.map((start) => formatIsoDate(new Date(start), hours.timeZone)));
      expect([...days]).toEqual([addDays(day, -1), addDays(day, 1)]);
    },
  );

  test('returns no slots on a day off', async () => {
    const hours = { ...defaultCallHours, daysOff: ['2026-06-10'] };
    const starts = await listOpeningSlots(
      hours,
      Date.parse('2026-06-09T04:00:00Z'),
      Date.parse('2026-06-12T04:00:00Z'),
    );
    const days = new Set(starts.map((start) => new Date(start).toISOString().slice(0, 10)));
    expect([...days]).toEqual(['2026-06-09', '2026-06-11']);
    expect(starts).toHaveLength(32);
  });
});

test('listOpeningSlots computes a day once, and again with other hours', async () => {
  const computeDay = vi.spyOn(Temporal.PlainDate.prototype, 'toZonedDateTime');
  onTestFinished(() => computeDay.mockRestore());
  const list = (change = {}) =>
    listOpeningSlots(
      { ...alwaysOpen, ...change },
      Date.parse('2027-06-10T12:00Z'),
      Date.parse('2027-06-11T12:00Z'),
    );
  const slots = await list();
  expect(computeDay).toHaveBeenCalled();
  computeDay.mockClear();
  expect(await list()).toEqual(slots);
  expect(computeDay).not.toHaveBeenCalled();
  expect(
    await list({ weekly: alwaysOpen.weekly.map(() => [{ from: '09:00', to: '10:00' }]) }),
  ).not.toEqual(slots);
  expect(await list({ daysOff: ['2027-06-10', '2027-06-11'] })).toEqual([]);
});
