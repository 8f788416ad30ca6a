import { describe, expect, test } from 'vitest';
import type { WeekSpan } from '../lib/time/week-hours';
import { describeSpans, formatDays, formatHours, formatTheseHours } from './plan-words';

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
    [30, 'this half hour'],
    [60, 'this hour'],
    [90, 'these 1.5 hours'],
  ])('%i minutes that are pointed at are %s', (minutes, words) => {
    expect(formatTheseHours(minutes)).toBe(words);
  });

  test.each([
    [[1], 'Monday'],
    [[1, 2], 'Monday and Tuesday'],
    [[1, 2, 3, 4, 5], 'Monday to Friday'],
    [[1, 2, 3, 6], 'Monday to Wednesday and Saturday'],
  ])('the days %j are %s', (days, words) => {
    expect(formatDays(days)).toBe(words);
  });

  test.each([
    [
      'spans with the same times are joined',
      [...at([1, 2, 3], '12:00', '14:00'), ...at([2], '17:30', '24:00')],
      'Monday to Wednesday, noon to 2 pm; Tuesday, 5:30 pm to midnight',
    ],
    [
      'spans of the same days are joined',
      [...at([1, 3], '09:00', '12:00'), ...at([1, 3], '13:15', '17:00')],
      'Monday and Wednesday, 9 am to noon and 1:15 pm to 5 pm',
    ],
    [
      'a day around the clock is all day',
      at([6, 7], '00:00', '24:00'),
      'Saturday and Sunday, all day',
    ],
    ['no spans are no words', [], ''],
  ])('%s', (_, spans, words) => {
    expect(describeSpans(spans)).toBe(words);
  });
});
