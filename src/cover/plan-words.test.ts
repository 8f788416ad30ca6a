import { describe, expect, test } from 'vitest';
import type { WeekSpan } from '../lib/week-hours';
import { describeSpans, formatDays, formatHours } from './plan-words';

const at = (days: number[], from: string, to: string): WeekSpan[] =>
  days.map((day) => ({ day, from, to }));

describe('the words of a plan', () => {
  test.each([
    [60, '1 hour'],
    [90, '1.5 hours'],
    [1_380, '23 hours'],
  ])('%i minutes are %s', (minutes, words) => {
    expect(formatHours(minutes)).toBe(words);
  });

  test.each([
    [[1], 'Monday'],
    [[1, 2], 'Monday and Tuesday'],
    [[1, 2, 3, 4, 5], 'Monday to Friday'],
    [[1, 2, 3, 6], 'Monday to Wednesday and Saturday'],
  ])('the days %j are %s', (days, words) => {
    expect(formatDays(days)).toBe(words);
  });

  test('spans are joined where their times are equal', () => {
    const spans = [
      ...at([1, 2], '12:00', '14:00'),
      ...at([2], '17:30', '24:00'),
      ...at([3], '12:00', '14:00'),
    ];
    expect(describeSpans(spans)).toBe(
      'Monday to Wednesday, noon to 2 pm; Tuesday, 5:30 pm to midnight',
    );
  });
});
