import { describe, expect, test } from 'vitest';
import { DAY } from '../../src/lib/time/durations';
import { sampleLead } from '../support/samples';
import { caller, createCallTime, createSchedulingSite, pickSlot } from '../support/scheduling-site';
import { postFrom, shareSite } from '../support/test-app';

const key = { 'idempotency-key': 'one-form-0001' };

/** Starts a site with one call that was booked under the key. */
async function createSiteWithBooking() {
  const site = await createSchedulingSite();
  const start = pickSlot(await site.slots());
  const first = await site.book(start, {}, key);
  expect(first.statusCode).toBe(201);
  return { ...site, start, first };
}

describe('Idempotency-Key of POST /api/scheduling/bookings', () => {
  const getSite = shareSite(createSiteWithBooking);

  test.each([
    ['email', { email: 'stranger@other.example' }],
    ['name', { name: 'Somebody Else' }],
    ['company', { company: 'Another Company' }],
    ['time zone', { timeZone: 'America/Chicago' }],
    ['lead', { leadId: 'another-lead' }],
    ['start time', { start: createCallTime(10 * DAY) }],
  ])(
    'returns 409 when the body has another %s, and reveals nothing about the first booking',
    async (_, change) => {
      const { book, start, db } = getSite();
      const reused = await book(start, change, key);
      expect(reused.statusCode).toBe(409);
      expect(reused.json()).toEqual({
        code: 'conflict',
        message:
          'This Idempotency-Key was used for another request. Send the changed request with a new key.',
      });
      expect(reused.body).not.toContain(caller.email);
      expect(await db.selectFrom('bookingTokens').select('tokenHash').execute()).toHaveLength(1);
      expect(await db.selectFrom('bookings').select('id').execute()).toHaveLength(1);
    },
  );

  test('returns the first booking for the same body, also at once and after the call was rescheduled', async () => {
    const { slots, book, post, db } = await createSchedulingSite();
    const free = await slots();
    const send = () => book(pickSlot(free), {}, key);
    const [first, atOnce] = await Promise.all([send(), send()]);
    expect([first.statusCode, atOnce.statusCode]).toEqual([201, 201]);
    const { id, token } = first.json();
    expect(atOnce.json().id).toBe(id);
    await post('reschedule', { token, start: pickSlot(free, 60) });
    const repeated = await send();
    expect(repeated.statusCode).toBe(201);
    expect(repeated.json()).toMatchObject({ id, start: pickSlot(free, 60) });
    expect(await db.selectFrom('bookings').select('id').execute()).toHaveLength(1);
  });

  test('returns the first booking to a visitor who has reached the limit of new ones since', async () => {
    const site = await createSchedulingSite();
    const start = pickSlot(await site.slots());
    const send = (headers?: Record<string, string>) =>
      postFrom(site, '198.51.100.1', '/api/scheduling/bookings', { ...caller, start }, headers);
    const first = await send(key);
    for (let sent = 1; sent < 30; sent += 1) expect((await send()).statusCode).toBe(409);
    expect((await send()).statusCode).toBe(429);
    const repeated = await send(key);
    expect(repeated.statusCode).toBe(201);
    expect(repeated.json().id).toBe(first.json().id);
    // Each response has a token of its own, so these have a limit, too.
    for (let sent = 2; sent <= 60; sent += 1) expect((await send(key)).statusCode).toBe(201);
    expect((await send(key)).statusCode).toBe(429);
  });

  test('accepts only one of two different bodies that arrive at once', async () => {
    const { slots, book } = await createSchedulingSite();
    const free = await slots();
    const responses = await Promise.all([
      book(pickSlot(free), {}, key),
      book(pickSlot(free, 60), { email: 'stranger@other.example' }, key),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
  });

  test('compares the stored fields when a booking of an earlier release has no request hash', async () => {
    const { book, start, first, db } = await createSiteWithBooking();
    await db.updateTable('bookings').set({ requestHash: null }).execute();
    const repeated = await book(start, {}, key);
    expect(repeated.statusCode).toBe(201);
    expect(repeated.json().id).toBe(first.json().id);
    expect((await book(start, { email: 'stranger@other.example' }, key)).statusCode).toBe(409);
  });

  test('does not conflict with the same key at POST /api/leads', async () => {
    const { visitor } = getSite();
    expect((await visitor('POST', '/api/leads', sampleLead, key)).statusCode).toBe(201);
  });
});
