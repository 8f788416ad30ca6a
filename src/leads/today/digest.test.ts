import { describe, expect, it } from 'vitest';
import { findDigest } from './digest.server';

const newYork = 'America/New_York';

describe('findDigest', () => {
  it('begins at 7 am in the owner’s time zone, and ends at noon', () => {
    // Monday, in winter time.
    expect(findDigest(new Date('2026-11-23T11:59:00Z'), newYork)).toBeUndefined();
    expect(findDigest(new Date('2026-11-23T12:00:00Z'), newYork)).toEqual({
      day: '2026-11-23',
      days: 1,
    });
    expect(findDigest(new Date('2026-11-23T16:59:00Z'), newYork)?.day).toBe('2026-11-23');
    expect(findDigest(new Date('2026-11-23T17:00:00Z'), newYork)).toBeUndefined();
    // In summer time.
    expect(findDigest(new Date('2026-07-06T11:00:00Z'), newYork)?.day).toBe('2026-07-06');
    expect(findDigest(new Date('2026-11-22T22:00:00Z'), 'Asia/Tokyo')?.day).toBe('2026-11-23');
  });

  it('covers the weekend on a Friday, and leaves out Saturday and Sunday', () => {
    expect(findDigest(new Date('2026-11-27T13:00:00Z'), newYork)).toEqual({
      day: '2026-11-27',
      days: 3,
    });
    expect(findDigest(new Date('2026-11-28T13:00:00Z'), newYork)).toBeUndefined();
    expect(findDigest(new Date('2026-11-29T13:00:00Z'), newYork)).toBeUndefined();
  });
});
