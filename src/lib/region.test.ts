import { afterEach, describe, expect, test } from 'vitest';
import { formatMoney } from './format-number';
import { setRegion } from './region';
import { formatTime, getDateFormat } from './time/format-date';

afterEach(() => setRegion({}));

const at = new Date('2026-03-18T13:30:00Z');

describe('setRegion', () => {
  test('changes how dates, times and money are written, also by formats created earlier', () => {
    const day = getDateFormat({ month: 'long', day: 'numeric' });
    expect(day.format(at)).toBe('March 18');
    setRegion({ locale: 'en-GB', currencySign: 'US$', timeZone: 'Europe/London' });
    expect(day.format(at)).toBe('18 March');
    expect(formatTime(at)).toBe('13:30');
    expect(formatMoney(1250)).toBe('US$1,250');
    expect(formatMoney(12.5)).toBe('US$12.50');
  });

  test('sets the time zone of times that have none of their own', () => {
    setRegion({ timeZone: 'America/Los_Angeles' });
    expect(formatTime(at)).toBe('6:30 am');
    expect(formatTime(at, 'America/New_York')).toBe('9:30 am');
  });

  test('keeps the Gregorian calendar and Latin digits, from which days are computed', () => {
    setRegion({ locale: 'ar-EG' });
    const parts = getDateFormat({ year: 'numeric' }, 'UTC').formatToParts(at);
    expect(parts.find(({ type }) => type === 'year')?.value).toBe('2026');
  });
});

describe('formatMoney', () => {
  test.each([
    [0, '$0'],
    [1000, '$1,000'],
    [1_234_567, '$1,234,567'],
    [12.5, '$12.50'],
  ])('writes %d as %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });
});
