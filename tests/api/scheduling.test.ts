import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MINUTE } from '../../src/lib/time/durations';
import type { NewCall } from '../../src/scheduling/contract';
import { sampleLead } from '../support/samples';
import {
  createSchedulingSite as createSite,
  caller as person,
  pickSlot,
} from '../support/scheduling-site';
import { createTestApp, startSecondApp } from '../support/test-app';

describe('GET /api/scheduling/slots', () => {
  test('offers weekdays from 9:00 to 17:00 New York time in a fresh installation, four hours ahead', async () => {
    const { visitor } = await createTestApp();
    const response = await visitor('GET', '/api/scheduling/slots');
    expect(response.headers['cache-control']).toBe('no-store');
    const { timeZone, slots } = response.json() as { timeZone: string; slots: string[] };
    expect(timeZone).toBe('America/New_York');
    expect(slots.length).toBeGreaterThan(200);
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: 'numeric',
      hourCycle: 'h23',
    });
    for (const slot of slots) {
      const parts = format.formatToParts(new Date(slot));
      const part = (type: string) =>
        parts.find((candidate) => candidate.type === type)?.value ?? '';
      expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']).toContain(part('weekday'));
      expect(Number(part('hour'))).toBeGreaterThanOrEqual(9);
      expect(Number(part('hour'))).toBeLessThan(17);
      expect(Date.parse(slot) - Date.now()).toBeGreaterThan(4 * 3_600_000 - MINUTE);
    }
  });

  test('rejects a range of a year and an invalid date, and returns no past slots', async () => {
    const { visitor, slots } = await createSite();
    const rejected = await visitor('GET', '/api/scheduling/slots?from=2026-01-01&to=2027-01-01');
    expect(rejected.statusCode).toBe(400);
    const invalid = await visitor('GET', '/api/scheduling/slots?from=today');
    expect(invalid.statusCode).toBe(400);
    expect(invalid.json().message).toBe('Invalid querystring.');
    expect(await slots('?from=1999-01-01&to=1999-02-01')).toEqual([]);
  });
});

describe('POST /api/scheduling/bookings', () => {
  test('reserves the slot, creates a lead and returns a calendar file', async () => {
    const { slots, book, leads, admin } = await createSite();
    const start = pickSlot(await slots());
    const response = await book(start);
    expect(response.statusCode).toBe(201);
    const call = response.json() as NewCall;
    expect(call).toMatchObject({ start, status: 'booked', timeZone: 'Europe/Berlin' });
    const file = call.calendarFile.replaceAll('\r\n ', '').replaceAll('\r\n\t', '');
    expect(file).toContain('METHOD:PUBLISH');
    expect(file).toContain(`UID:${call.id}@localhost`);
    expect(file).toContain('SEQUENCE:0');
    expect(file).toContain(`DTSTART:${start.replaceAll(/[-:]|\.000/g, '')}`);
    const end = new Date(Date.parse(start) + 30 * 60_000).toISOString();
    expect(file).toContain(`DTEND:${end.replaceAll(/[-:]|\.000/g, '')}`);
    expect(file).toContain(`/schedule#call=${call.token}`);
    expect(await slots()).not.toContain(start);
    expect(await leads()).toMatchObject([
      { companyName: 'Halden Skin Studios', email: sampleLead.email, status: 'discovery_call' },
    ]);
    const [lead] = await leads();
    expect((await admin('GET', `/api/leads/${lead.id}/bookings`)).json()).toMatchObject([
      { start, status: 'booked', source: 'site', verified: true },
    ]);
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toMatchObject([{ start }]);
  });

  test('does not move a lead back that is already further along', async () => {
    const { slots, book, leads, visitor, admin } = await createSite();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    await admin('PATCH', `/api/leads/${id}`, { status: 'proposal_sent' });
    await book(pickSlot(await slots()), { leadId: id });
    expect(await leads()).toMatchObject([{ status: 'proposal_sent' }]);
  });

  test('returns 400 and names every invalid field', async () => {
    const { book } = await createSite();
    const response = await book('tomorrow', { name: ' ', email: 'olga@', timeZone: 'Mars/Crater' });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields).sort()).toEqual([
      'email',
      'name',
      'start',
      'timeZone',
    ]);
  });

  test('returns 409 with alternatives for times in the past, too far ahead or off the grid', async () => {
    const { slots, book } = await createSite();
    const start = Date.parse(pickSlot(await slots()));
    for (const time of [
      start + 5 * MINUTE,
      start - 365 * 24 * 60 * MINUTE,
      start + 365 * 24 * 60 * MINUTE,
    ]) {
      const response = await book(new Date(time).toISOString());
      expect(response.statusCode).toBe(409);
      expect(response.json().alternatives.length).toBeGreaterThan(0);
    }
  });
});

describe('concurrent bookings', () => {
  test('books a slot once for fifty concurrent visitors of two processes and offers the others nearby slots', async () => {
    const site = await createSite({ bufferMinutes: 15 });
    const { slots, app, db } = site;
    const second = await startSecondApp(site);
    const start = pickSlot(await slots());
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? app : second).inject({
          method: 'POST',
          url: '/api/scheduling/bookings',
          payload: { ...person, email: `visitor${index}@x.example`, start },
        }),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const rejections = responses.filter(({ statusCode }) => statusCode === 409);
    expect(rejections).toHaveLength(49);
    const freeSlots = await slots();
    for (const rejection of rejections) {
      const { code, message, alternatives } = rejection.json();
      expect(code).toBe('conflict');
      expect(message).toContain('just been taken');
      expect(alternatives).toHaveLength(4);
      for (const alternative of alternatives) {
        expect(freeSlots).toContain(alternative);
        expect(Math.abs(Date.parse(alternative) - Date.parse(start))).toBeLessThan(3 * 3_600_000);
      }
    }
    expect(await db.selectFrom('bookings').select('id').execute()).toHaveLength(1);
    expect(await db.selectFrom('leads').select('id').execute()).toHaveLength(1);
  });

  test('keeps the buffer between calls for random concurrent bookings', async () => {
    const { slots, book, db, put } = await createSite();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 5, 10, 30, 45),
        fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 4, maxLength: 9 }),
        async (bufferMinutes, picks) => {
          await db.deleteFrom('bookings').execute();
          await put({ bufferMinutes });
          const freeSlots = await slots();
          await Promise.all(
            picks.map((pick, index) =>
              book(pickSlot(freeSlots, 60 + pick), { email: `v${index}@x.example` }),
            ),
          );
          const rows = await db
            .selectFrom('bookings')
            .select('startAt')
            .orderBy('startAt')
            .execute();
          const starts = rows.map(({ startAt }) => Date.parse(startAt ?? ''));
          expect(starts.length).toBeGreaterThan(0);
          for (const [index, start] of starts.slice(1).entries()) {
            const gap = start - (starts[index] ?? 0) - 30 * MINUTE;
            expect(gap).toBeGreaterThanOrEqual(bufferMinutes * MINUTE);
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
