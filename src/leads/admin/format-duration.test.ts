import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../lib/time/durations';
import { formatDuration } from './format-due';

describe('formatDuration', () => {
  it('names minutes, hours, and days', () => {
    expect(formatDuration(-MINUTE)).toBe('0 min');
    expect(formatDuration(59 * MINUTE)).toBe('59 min');
    expect(formatDuration(2 * HOUR)).toBe('2 h');
    expect(formatDuration(2 * HOUR + 10 * MINUTE)).toBe('2 h 10 min');
    expect(formatDuration(41 * HOUR + 30 * MINUTE)).toBe('41 h');
    expect(formatDuration(3 * DAY)).toBe('3 days');
  });
});
