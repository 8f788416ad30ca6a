import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getRegion, setRegion } from '../region';
import { fromWallTime, parseDateTimeInput, toDateTimeInput, toWallTime } from './wall-time';

const before = getRegion();
beforeEach(() => setRegion({ timeZone: 'America/New_York' }));
afterEach(() => setRegion(before));

describe('wall time', () => {
  test.each([
    ['winter', '2026-01-15T14:30:00.000Z', '2026-01-15T09:30:00.000Z'],
    ['summer', '2026-07-15T14:30:00.000Z', '2026-07-15T10:30:00.000Z'],
    ['the evening before in UTC', '2026-11-23T01:20:00.000Z', '2026-11-22T20:20:00.000Z'],
    ['the hour before summer time', '2026-03-08T06:30:00.000Z', '2026-03-08T01:30:00.000Z'],
    ['the hour after its start', '2026-03-08T07:30:00.000Z', '2026-03-08T03:30:00.000Z'],
  ])('is what a clock of the site shows, and converts back: %s', (_, instant, wallTime) => {
    expect(toWallTime(new Date(instant)).toISOString()).toBe(wallTime);
    expect(fromWallTime(new Date(wallTime)).toISOString()).toBe(instant);
  });

  test('in the hour that the start of summer time skips is read as one hour earlier', () => {
    const skipped = new Date('2026-03-08T02:30:00.000Z');
    expect(toWallTime(fromWallTime(skipped)).toISOString()).toBe('2026-03-08T01:30:00.000Z');
  });

  test('is formatted as the value of a datetime-local input, and parsed back', () => {
    const at = '2026-01-15T14:30:00.000Z';
    expect(toDateTimeInput(new Date(at))).toBe('2026-01-15T09:30');
    expect(parseDateTimeInput('2026-01-15T09:30')).toBe(at);
    expect(parseDateTimeInput('')).toBeNull();
  });

  test('is converted in another time zone', () => {
    const at = new Date('2026-11-23T01:20:00.000Z');
    expect(toWallTime(at, 'Europe/Berlin').toISOString()).toBe('2026-11-23T02:20:00.000Z');
  });
});
