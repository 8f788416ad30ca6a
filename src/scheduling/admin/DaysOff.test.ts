import { describe, expect, test } from 'vitest';
import { addPeriod, groupDays } from './DaysOff';

describe('days off', () => {
  test('are grouped into one period if the dates are consecutive, even across a month boundary', () => {
    expect(groupDays(['2026-04-01', '2026-03-24', '2026-03-31'])).toEqual([
      { first: '2026-03-24', last: '2026-03-24' },
      { first: '2026-03-31', last: '2026-04-01' },
    ]);
  });

  test('are sorted when a period is added, and duplicates and past dates are removed', () => {
    const period = { first: '2026-03-24', last: '2026-03-26' };
    expect(addPeriod(['2026-03-01', '2026-03-25', '2026-05-01'], period, '2026-03-18')).toEqual([
      '2026-03-24',
      '2026-03-25',
      '2026-03-26',
      '2026-05-01',
    ]);
  });

  test('are limited to 366, and a period that ends before it starts adds no dates', () => {
    const today = '2026-03-18';
    expect(addPeriod([], { first: '2026-03-24', last: '2026-03-23' }, today)).toEqual([]);
    expect(addPeriod([], { first: '2026-03-24', last: '2036-03-23' }, today)).toHaveLength(366);
  });
});
