import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewCall } from '../../src/features/scheduling/call';
import { sampleLead } from '../samples';
import {
  later,
  openDay as open,
  caller as person,
  schedulingSite as site,
} from '../scheduling-site';
import { testApp } from '../test-app';

const minute = 60_000;

test('a fresh installation offers calls on weekdays from nine to five, New York', async () => {
  const { visitor } = await testApp();
  const answer = await visitor('GET', '/api/scheduling/slots');
  expect(answer.headers['cache-control']).toBe('no-store');
  const { timeZone, slots } = answer.json() as { timeZone: string; slots: string[] };
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
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    expect(['Mon', 'Tue', 'Wed', 'Thu', 'Fri']).toContain(part('weekday'));
    expect(Number(part('hour'))).toBeGreaterThanOrEqual(9);
    expect(Number(part('hour'))).toBeLessThan(17);
    expect(Date.parse(slot) - Date.now()).toBeGreaterThan(4 * 3_600_000 - minute);
  }
});

test('what is asked for is bounded', async () => {
  const { visitor, slots } = await site();
  const refused = await visitor('GET', '/api/scheduling/slots?from=2026-01-01&to=2027-01-01');
  expect(refused.statusCode).toBe(400);
  expect((await visitor('GET', '/api/scheduling/slots?from=today')).statusCode).toBe(400);
  expect(await slots('?from=1999-01-01&to=1999-02-01')).toEqual([]);
});

describe('a booking', () => {
  test('takes its time, makes a lead of who booked, and answers with a calendar file', async () => {
    const { slots, book, leads, admin } = await site();
    const start = later(await slots());
    const answer = await book(start);
    expect(answer.statusCode).toBe(201);
    const call = answer.json() as NewCall;
    expect(call).toMatchObject({ start, status: 'booked', timeZone: 'Europe/Berlin' });
    const file = call.calendarFile.replaceAll('\r\n ', '').replaceAll('\r\n\t', '');
    expect(file).toContain('METHOD:PUBLISH');
    expect(file).toContain(`UID:${call.id}@localhost`);
    expect(file).toContain('SEQUENCE:0');
    expect(file).toContain(`DTSTART:${start.replaceAll(/[-:]|\.000/g, '')}`);
    expect(file).toContain('DURATION:PT30M');
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

  test('joins the lead with the same email, however it is written, and leaves it where it is', async () => {
    const { slots, book, leads, visitor } = await site();
    await visitor('POST', '/api/leads', sampleLead);
    await book(later(await slots()), { email: sampleLead.email.toUpperCase() });
    expect(await leads()).toMatchObject([{ status: 'new', message: sampleLead.message }]);
  });

  test('joins the lead of its id although the email differs', async () => {
    const { slots, book, leads, visitor } = await site();
    const { id: leadId } = (await visitor('POST', '/api/leads', sampleLead)).json();
    await book(later(await slots()), { email: 'olga@private.example', leadId });
    expect(await leads()).toMatchObject([{ id: leadId, status: 'discovery_call' }]);
  });

  test('leaves a lead that has come further where it is', async () => {
    const { slots, book, leads, visitor, admin } = await site();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    await admin('PATCH', `/api/leads/${id}`, { status: 'proposal_sent' });
    await book(later(await slots()));
    expect(await leads()).toMatchObject([{ status: 'proposal_sent' }]);
  });

  test('that is sent twice under one key is one booking', async () => {
    const { slots, book, db } = await site();
    const start = later(await slots());
    const key = { 'idempotency-key': 'one-form-0001' };
    const answers = await Promise.all([book(start, {}, key), book(start, {}, key)]);
    answers.push(await book(start, {}, key));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await db.selectFrom('bookings').select('id').execute()).toHaveLength(1);
  });

  test('that is wrong names each faulty field', async () => {
    const { book } = await site();
    const answer = await book('tomorrow', { name: ' ', email: 'olga@', timeZone: 'Mars/Crater' });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields).sort()).toEqual([
      'email',
      'name',
      'start',
      'timeZone',
    ]);
  });

  test('is not to be had outside of the opening hours, in the past or off the grid', async () => {
    const { slots, book } = await site({ weekly: [open, open, open, open, open, open, open] });
    const start = Date.parse(later(await slots()));
    for (const wrong of [
      start + 5 * minute,
      start - 365 * 24 * 60 * minute,
      start + 365 * 24 * 60 * minute,
    ]) {
      const answer = await book(new Date(wrong).toISOString());
      expect(answer.statusCode).toBe(409);
      expect(answer.json().alternatives.length).toBeGreaterThan(0);
    }
  });

  test('by one person is had three times, not a fourth', async () => {
    const { slots, book } = await site();
    const free = await slots();
    const codes = [];
    for (const index of [40, 44, 48, 52]) codes.push((await book(later(free, index))).statusCode);
    expect(codes).toEqual([201, 201, 201, 429]);
  });
});

test('of fifty visitors at once for one time one gets it, the others the nearest free ones', async () => {
  const { slots, book, db } = await site({ bufferMinutes: 15 });
  const start = later(await slots());
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => book(start, { email: `visitor${index}@x.example` })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  const losers = answers.filter(({ statusCode }) => statusCode === 409);
  expect(losers).toHaveLength(49);
  const free = await slots();
  for (const loser of losers) {
    const { code, message, alternatives } = loser.json();
    expect(code).toBe('conflict');
    expect(message).toContain('just been taken');
    expect(alternatives).toHaveLength(4);
    for (const alternative of alternatives) {
      expect(free).toContain(alternative);
      expect(Math.abs(Date.parse(alternative) - Date.parse(start))).toBeLessThan(3 * 3_600_000);
    }
  }
  expect(await db.selectFrom('bookings').select('id').execute()).toHaveLength(1);
  expect(await db.selectFrom('leads').select('id').execute()).toHaveLength(1);
});

test('whatever is booked at once, with whatever buffer, no two calls come too near', async () => {
  const { slots, book, db, put } = await site();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 5, 10, 30, 45),
      fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 4, maxLength: 9 }),
      async (bufferMinutes, picks) => {
        await db.deleteFrom('bookings').execute();
        await put({ bufferMinutes });
        const free = await slots();
        await Promise.all(
          picks.map((pick, index) =>
            book(later(free, 60 + pick), { email: `v${index}@x.example` }),
          ),
        );
        const rows = await db.selectFrom('bookings').select('startAt').orderBy('startAt').execute();
        const starts = rows.map(({ startAt }) => Date.parse(startAt ?? ''));
        expect(starts.length).toBeGreaterThan(0);
        for (const [index, start] of starts.slice(1).entries()) {
          const gap = start - (starts[index] ?? 0) - 30 * minute;
          expect(gap).toBeGreaterThanOrEqual(bufferMinutes * minute);
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('between two processes the database decides', async () => {
  const { buildApp } = await import('../../src/app/build-app.server');
  const { slots, app, db, environment } = await site({ bufferMinutes: 10 });
  const second = await buildApp({ db, environment, clientDir: '/nowhere' });
  const start = later(await slots());
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      [app, second][index % 2]?.inject({
        method: 'POST',
        url: '/api/scheduling/bookings',
        payload: { ...person, email: `visitor${index}@x.example`, start },
      }),
    ),
  );
  const codes = answers.map((answer) => answer?.statusCode).sort();
  expect(codes).toEqual([201, 409, 409, 409, 409, 409, 409, 409, 409, 409]);
  await second.close();
});
