import { describe, expect, test } from 'vitest';
import { addPeriod, filterDays, groupDays, removePeriod } from './days-off';

const toOff = (daysOff: string[], dayOffLabels: Record<string, string> = {}) => ({
  daysOff,
  dayOffLabels,
});

describe('days off', () => {
  test('are grouped into one period if the dates are consecutive, even across a month boundary', () => {
    expect(groupDays(toOff(['2026-04-01', '2026-03-24', '2026-03-31']))).toEqual([
      { first: '2026-03-24', last: '2026-03-24' },
      { first: '2026-03-31', last: '2026-04-01' },
    ]);
  });

  test('are grouped by their label', () => {
    const labels = { '2026-12-24': 'Winter break', '2026-12-25': 'Christmas Day' };
    expect(groupDays(toOff(['2026-12-23', '2026-12-24', '2026-12-25'], labels))).toEqual([
      { first: '2026-12-23', last: '2026-12-23' },
      { first: '2026-12-24', last: '2026-12-24', label: 'Winter break' },
      { first: '2026-12-25', last: '2026-12-25', label: 'Christmas Day' },
    ]);
  });

  test('are sorted when a period is added, without duplicates, and get its label', () => {
    const period = { first: '2026-03-24', last: '2026-03-26', label: 'Franchise expo' };
    const off = toOff(['2026-03-25', '2026-05-01'], { '2026-03-25': 'Errands' });
    expect(addPeriod(off, period)).toEqual({
      daysOff: ['2026-03-24', '2026-03-25', '2026-03-26', '2026-05-01'],
      dayOffLabels: {
        '2026-03-24': 'Franchise expo',
        '2026-03-25': 'Franchise expo',
        '2026-03-26': 'Franchise expo',
      },
    });
    expect(removePeriod(addPeriod(off, period), period)).toEqual(toOff(['2026-05-01']));
  });

  test('lose the labels of days that are no longer off', () => {
    const off = toOff(['2026-03-17', '2026-03-18'], {
      '2026-03-17': 'Errands',
      '2026-03-19': 'Never',
    });
    expect(filterDays(off, (day) => day >= '2026-03-18')).toEqual(toOff(['2026-03-18']));
  });

  test('are limited to 366, and a period that ends before it starts adds no dates', () => {
    const first = '2026-03-24';
    expect(addPeriod(toOff([]), { first, last: '2026-03-23' }).daysOff).toEqual([]);
    const decade = addPeriod(toOff([]), { first, last: '2036-03-23', label: 'Sabbatical' });
    expect(decade.daysOff).toHaveLength(366);
    expect(Object.keys(decade.dayOffLabels)).toHaveLength(366);
  });
});
