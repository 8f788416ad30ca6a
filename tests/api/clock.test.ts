import { afterEach, describe, expect, test, vi } from 'vitest';
import { sampleLead } from '../samples';
import { createTestApp } from '../test-app';

const HOUR_MS = 3_600_000;
const YEAR_MS = 8_760 * HOUR_MS;

/** Inquiries from one address in ten minutes after which further ones are rejected. */
const maxInquiries = 30;

afterEach(() => vi.useRealTimers());

describe('rate limit of inquiries', () => {
  test.each([
    ['an hour ahead', HOUR_MS],
    ['a year ahead', YEAR_MS],
    ['a year back', -YEAR_MS],
  ])('accepts a blocked visitor again when the clock is set %s', async (_, shiftMs) => {
    const site = await createTestApp();
    const send = async () => {
      const response = await site.app.inject({
        method: 'POST',
        url: '/api/leads',
        payload: sampleLead,
        remoteAddress: '203.0.113.9',
      });
      return response.statusCode;
    };
    for (let sent = 0; sent < maxInquiries; sent += 1) expect(await send()).toBe(201);
    expect(await send()).toBe(429);
    expect(await send()).toBe(429);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + shiftMs });
    expect(await send()).toBe(201);
  });
});
