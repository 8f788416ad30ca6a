import { describe, expect, test } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import { purgeExpiredLeads } from '../../src/leads/privacy/retention.server';
import { createSchedulingSite as createSite, pickSlot } from '../support/scheduling-site';

describe('booking token', () => {
  test('reschedules a call, frees its old time and increments the calendar sequence', async () => {
    const { slots, book, post } = await createSite();
    const freeSlots = await slots();
    const { token, id } = (await book(pickSlot(freeSlots))).json();
    const moved = await post('reschedule', { token, start: pickSlot(freeSlots, 60) });
    expect(moved.statusCode).toBe(200);
    expect(moved.json()).toMatchObject({ id, start: pickSlot(freeSlots, 60), status: 'booked' });
    expect(moved.json().calendarFile).toContain('SEQUENCE:1');
    const slotsAfter = await slots();
    expect(slotsAfter).toContain(pickSlot(freeSlots));
    expect(slotsAfter).not.toContain(pickSlot(freeSlots, 60));
  });

  test('lists times that overlap a call’s present one, and reschedules it to one of them', async () => {
    const { slots, book, post } = await createSite({ bufferMinutes: 15 });
    const freeSlots = await slots();
    const { token } = (await book(pickSlot(freeSlots))).json();
    await book(pickSlot(freeSlots, 60), { email: 'other@x.example' });
    const near = [47, 48, 49, 59, 60, 61].map((index) => pickSlot(freeSlots, index));
    const isNear = (slot: string) => near.includes(slot);
    expect((await slots()).filter(isNear)).toEqual([]);
    const offered: string[] = (await post('slots', { token })).json().slots;
    expect(offered.filter(isNear)).toEqual([near[0], near[2]]);
    const moved = await post('reschedule', { token, start: pickSlot(freeSlots, 49) });
    expect(moved.statusCode).toBe(200);
  });

  test('returns 409 with alternatives when the new time is taken', async () => {
    const { slots, book, post } = await createSite();
    const freeSlots = await slots();
    const { token } = (await book(pickSlot(freeSlots))).json();
    await book(pickSlot(freeSlots, 60), { email: 'other@x.example' });
    const rejected = await post('reschedule', { token, start: pickSlot(freeSlots, 60) });
    expect(rejected.statusCode).toBe(409);
    expect(rejected.json().alternatives).toHaveLength(4);
    expect((await post('lookup', { token })).json()).toMatchObject({ start: pickSlot(freeSlots) });
  });

  test('keeps both calls when two requests swap their times concurrently', async () => {
    const { slots, book, post, db } = await createSite();
    const freeSlots = await slots();
    const first = (await book(pickSlot(freeSlots))).json();
    const second = (await book(pickSlot(freeSlots, 60), { email: 'other@x.example' })).json();
    await Promise.all([
      post('reschedule', { token: first.token, start: second.start }),
      post('reschedule', { token: second.token, start: first.start }),
    ]);
    const rows = await db.selectFrom('bookings').select('startAt').execute();
    expect(rows.map(({ startAt }) => startAt).sort()).toEqual([first.start, second.start]);
  });

  test('cancels a call permanently and frees its time', async () => {
    const { slots, book, post, admin } = await createSite();
    const start = pickSlot(await slots());
    const { token } = (await book(start)).json();
    const canceled = await post('cancel', { token });
    expect(canceled.json()).toMatchObject({ status: 'canceled' });
    expect(canceled.json().calendarFile).toContain('STATUS:CANCELLED');
    expect((await post('cancel', { token })).statusCode).toBe(200);
    expect((await post('reschedule', { token, start })).statusCode).toBe(409);
    expect(await slots()).toContain(start);
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toEqual([]);
  });

  test('neither moves nor cancels a call that has begun', async () => {
    const { db, slots, book, post } = await createSite();
    const freeSlots = await slots();
    const { token } = (await book(pickSlot(freeSlots))).json();
    const past = new Date(Date.now() - 1_000).toISOString();
    for (const [times, message] of [
      [{ startAt: past }, 'This call has begun.'],
      [{ startAt: past, endAt: past }, 'This call is over.'],
    ] as const) {
      await db.updateTable('bookings').set(times).execute();
      for (const rejected of [
        await post('reschedule', { token, start: pickSlot(freeSlots, 60) }),
        await post('cancel', { token }),
      ]) {
        expect(rejected.statusCode).toBe(409);
        expect(rejected.json().message).toBe(message);
      }
    }
  });

  test('is not accepted by GET, is rejected when altered and is not stored in plain text', async () => {
    const { visitor, post, slots, book, db } = await createSite();
    const { token } = (await book(pickSlot(await slots()))).json();
    for (const call of ['lookup', 'slots', 'reschedule', 'cancel']) {
      const response = await visitor('GET', `/api/scheduling/bookings/${call}?token=${token}`);
      expect(response.statusCode).toBe(404);
    }
    const otherToken = `${token.slice(0, -4)}AAAA`;
    expect((await post('cancel', { token: otherToken })).statusCode).toBe(404);
    expect(await db.selectFrom('bookings').select('status').execute()).toEqual([
      { status: 'booked' },
    ]);
    const stored = await db.selectFrom('bookingTokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});

describe('scheduling', () => {
  test('a longer buffer applies to new bookings and leaves existing ones', async () => {
    const { slots, book, put, admin } = await createSite();
    const freeSlots = await slots();
    await book(pickSlot(freeSlots));
    await book(pickSlot(freeSlots, 49), { email: 'other@x.example' });
    await put({ bufferMinutes: 60 });
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toHaveLength(2);
    const slotsAfter = await slots();
    expect(slotsAfter).not.toContain(pickSlot(freeSlots, 47));
    expect(slotsAfter).toContain(pickSlot(freeSlots, 52));
    await put({ bufferMinutes: 0 });
    const response = await book(pickSlot(freeSlots, 50), { email: 'third@x.example' });
    expect(response.statusCode).toBe(201);
  });

  test('invalid hours are rejected with the name of the day', async () => {
    const { put } = await createSite();
    const openOnTuesday = (hours: { from: string; to: string }[]) =>
      Array.from({ length: 7 }, (_, day) => (day === 1 ? hours : []));
    const backwards = await put({ weekly: openOnTuesday([{ from: '17:00', to: '09:00' }]) });
    expect(backwards.statusCode).toBe(400);
    expect(backwards.json().fields.weekly).toBe('Tuesday: 17:00 to 09:00 ends before it begins');
    const overlapping = [
      { from: '09:00', to: '12:00' },
      { from: '11:00', to: '15:00' },
    ];
    expect((await put({ weekly: openOnTuesday(overlapping) })).json().fields.weekly).toContain(
      'overlap',
    );
    expect((await put({ timeZone: '+02:00' })).statusCode).toBe(400);
    expect((await put({ daysOff: ['2026-02-30'] })).statusCode).toBe(400);
  });

  test('the owner can mark a call as a no-show, undo that and cancel it for good', async () => {
    const { slots, book, admin } = await createSite();
    const freeSlots = await slots();
    const { id } = (await book(pickSlot(freeSlots))).json();
    const patch = (status: string) => admin('PATCH', `/api/scheduling/bookings/${id}`, { status });
    expect((await patch('no_show')).json()).toMatchObject({ status: 'no_show' });
    expect((await patch('booked')).json()).toMatchObject({ status: 'booked' });
    expect((await patch('canceled')).json()).toMatchObject({ status: 'canceled' });
    expect((await patch('booked')).statusCode).toBe(409);
    expect(await slots()).toContain(pickSlot(freeSlots));
  });

  test('a deleted lead keeps the time of its call; erasing its person deletes the call and frees the time', async () => {
    const { slots, book, leads, admin, db } = await createSite();
    const start = pickSlot(await slots());
    await book(start);
    const [lead] = await leads();
    await admin('DELETE', `/api/leads/${lead.id}`);
    expect(await slots()).not.toContain(start);
    await db.updateTable('leads').set({ deletedAt: '2020-01-01T00:00:00.000Z' }).execute();
    await purgeExpiredLeads(db, leadHooks, 24);
    expect(await slots()).not.toContain(start);
    await admin('POST', '/api/privacy/erase', { email: lead.email });
    for (const table of ['bookings', 'bookingCells', 'bookingTokens'] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    expect(await slots()).toContain(start);
  });

  test('the booking route returns 404 when SCHEDULING_URL points to a provider', async () => {
    const { slots, book } = await createSite(
      {},
      { SCHEDULING_URL: 'https://calendly.com/crew/call' },
    );
    expect((await book(pickSlot(await slots()))).statusCode).toBe(404);
  });
});
