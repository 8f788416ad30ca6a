import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NewCall } from '../../src/features/scheduling/call';
import { type CallHours, defaultCallHours } from '../../src/features/scheduling/call-hours';
import { sampleLead } from '../samples';
import { startSmtp } from '../smtp';
import { testApp } from '../test-app';

const minute = 60_000;
const open = [{ from: '00:00', to: '24:00' }];

/** Hours that are open whenever the test runs. */
const always: CallHours = {
  ...defaultCallHours,
  weekly: Array.from({ length: 7 }, () => open),
  noticeMinutes: 0,
};

const person = {
  name: 'Olga Brenner',
  email: sampleLead.email,
  company: sampleLead.companyName,
  timeZone: 'Europe/Berlin',
};

async function site(hours: Partial<CallHours> = {}, settings: Record<string, string> = {}) {
  const app = await testApp(settings, { first: 20, longest: 50, poll: 20 });
  const put = (change: Partial<CallHours>) =>
    app.admin('PUT', '/api/scheduling/hours', { ...always, ...hours, ...change });
  expect((await put({})).statusCode).toBe(200);
  const slots = async (query = '') =>
    (await app.visitor('GET', `/api/scheduling/slots${query}`)).json().slots as string[];
  const book = (start: string | undefined, change: object = {}, headers = {}) =>
    app.visitor('POST', '/api/scheduling/bookings', { ...person, start, ...change }, headers);
  const post = (call: string, body: object) =>
    app.visitor('POST', `/api/scheduling/bookings/${call}`, body);
  const leads = async () => (await app.admin('GET', '/api/leads')).json();
  return { ...app, put, slots, book, post, leads };
}

/** A slot far enough ahead that no test's minutes matter. */
const later = (slots: string[], index = 48) => {
  const slot = slots[index];
  if (!slot) throw new Error('There is no such slot.');
  return slot;
};

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

  test('joins the lead with the same email, however it is written, and moves it on', async () => {
    const { slots, book, leads, visitor } = await site();
    await visitor('POST', '/api/leads', sampleLead);
    await book(later(await slots()), { email: sampleLead.email.toUpperCase() });
    expect(await leads()).toMatchObject([
      { status: 'discovery_call', message: sampleLead.message },
    ]);
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

describe('with the token of its link', () => {
  test('a call is moved: its old time is free again, its file says so', async () => {
    const { slots, book, post } = await site();
    const free = await slots();
    const { token, id } = (await book(later(free))).json();
    const moved = await post('reschedule', { token, start: later(free, 60) });
    expect(moved.statusCode).toBe(200);
    expect(moved.json()).toMatchObject({ id, start: later(free, 60), status: 'booked' });
    expect(moved.json().calendarFile).toContain('SEQUENCE:1');
    const now = await slots();
    expect(now).toContain(later(free));
    expect(now).not.toContain(later(free, 60));
  });

  test('a call is moved by less than its own length', async () => {
    const { slots, book, post } = await site({ bufferMinutes: 15 });
    const free = await slots();
    const { token } = (await book(later(free))).json();
    const moved = await post('reschedule', { token, start: later(free, 49) });
    expect(moved.statusCode).toBe(200);
  });

  test('a call is not moved onto another one', async () => {
    const { slots, book, post } = await site();
    const free = await slots();
    const { token } = (await book(later(free))).json();
    await book(later(free, 60), { email: 'other@x.example' });
    const refused = await post('reschedule', { token, start: later(free, 60) });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().alternatives).toHaveLength(4);
    expect((await post('lookup', { token })).json()).toMatchObject({ start: later(free) });
  });

  test('two that swap their times at once lose neither', async () => {
    const { slots, book, post, db } = await site();
    const free = await slots();
    const one = (await book(later(free))).json();
    const two = (await book(later(free, 60), { email: 'other@x.example' })).json();
    await Promise.all([
      post('reschedule', { token: one.token, start: two.start }),
      post('reschedule', { token: two.token, start: one.start }),
    ]);
    const rows = await db.selectFrom('bookings').select('startAt').execute();
    expect(rows.map(({ startAt }) => startAt).sort()).toEqual([one.start, two.start]);
  });

  test('a call is canceled, once and for good, and frees its time', async () => {
    const { slots, book, post, admin } = await site();
    const start = later(await slots());
    const { token } = (await book(start)).json();
    const canceled = await post('cancel', { token });
    expect(canceled.json()).toMatchObject({ status: 'canceled' });
    expect(canceled.json().calendarFile).toContain('STATUS:CANCELLED');
    expect((await post('cancel', { token })).statusCode).toBe(200);
    expect((await post('reschedule', { token, start })).statusCode).toBe(409);
    expect(await slots()).toContain(start);
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toEqual([]);
  });

  test('nothing is done by a GET, nor by another token', async () => {
    const { visitor, post, slots, book, db } = await site();
    const { token } = (await book(later(await slots()))).json();
    for (const call of ['lookup', 'reschedule', 'cancel']) {
      const answer = await visitor('GET', `/api/scheduling/bookings/${call}?token=${token}`);
      expect(answer.statusCode).toBe(404);
    }
    const wrong = `${token.slice(0, -4)}AAAA`;
    expect((await post('cancel', { token: wrong })).statusCode).toBe(404);
    expect(await db.selectFrom('bookings').select('status').execute()).toEqual([
      { status: 'booked' },
    ]);
    const stored = await db.selectFrom('bookingTokens').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
  });
});

test('a longer buffer parts the calls to come and leaves those that are booked', async () => {
  const { slots, book, put, admin } = await site();
  const free = await slots();
  await book(later(free));
  await book(later(free, 49), { email: 'other@x.example' });
  await put({ bufferMinutes: 60 });
  expect((await admin('GET', '/api/scheduling/bookings')).json()).toHaveLength(2);
  const now = await slots();
  expect(now).not.toContain(later(free, 47));
  expect(now).toContain(later(free, 52));
  await put({ bufferMinutes: 0 });
  const answer = await book(later(free, 50), { email: 'third@x.example' });
  expect(answer.statusCode).toBe(201);
});

test('opening hours that make no sense are refused with the day’s name', async () => {
  const { put, visitor } = await site();
  const weekly = (spans: { from: string; to: string }[]) => [[], spans, [], [], [], [], []];
  const backwards = await put({ weekly: weekly([{ from: '17:00', to: '09:00' }]) });
  expect(backwards.statusCode).toBe(400);
  expect(backwards.json().fields.weekly).toBe('Tuesday: 17:00 to 09:00 ends before it begins');
  const overlapping = [
    { from: '09:00', to: '12:00' },
    { from: '11:00', to: '15:00' },
  ];
  expect((await put({ weekly: weekly(overlapping) })).json().fields.weekly).toContain('overlap');
  expect((await put({ timeZone: '+02:00' })).statusCode).toBe(400);
  expect((await put({ daysOff: ['2026-02-30'] })).statusCode).toBe(400);
  expect((await visitor('GET', '/api/scheduling/hours')).statusCode).toBe(401);
});

test('the owner cancels a call and notes who did not come', async () => {
  const { slots, book, admin } = await site();
  const free = await slots();
  const { id } = (await book(later(free))).json();
  const patch = (status: string) => admin('PATCH', `/api/scheduling/bookings/${id}`, { status });
  expect((await patch('no_show')).json()).toMatchObject({ status: 'no_show' });
  expect((await patch('booked')).json()).toMatchObject({ status: 'booked' });
  expect((await patch('canceled')).json()).toMatchObject({ status: 'canceled' });
  expect((await patch('booked')).statusCode).toBe(409);
  expect(await slots()).toContain(later(free));
});

test('a deleted lead takes its calls with it', async () => {
  const { slots, book, leads, admin, db } = await site();
  const start = later(await slots());
  await book(start);
  const [lead] = await leads();
  await admin('DELETE', `/api/leads/${lead.id}`);
  for (const table of ['bookings', 'bookingCells', 'bookingTokens'] as const) {
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  }
  expect(await slots()).toContain(start);
});

test('where another page takes the calls, this one takes none', async () => {
  const { slots, book } = await site({}, { SCHEDULING_URL: 'https://calendly.com/crew/call' });
  expect((await book(later(await slots()))).statusCode).toBe(404);
});

test('the visitor gets each change by mail with a calendar file, the owner a note', async () => {
  const smtp = await startSmtp();
  const { slots, book, post } = await site(
    {},
    { SMTP_URL: smtp.url, NOTIFY_EMAIL: 'owner@crew.example', SITE_URL: 'https://crew.example' },
  );
  const free = await slots();
  const mail = async (count: number, subject: string) => {
    const mails = await smtp.received(count);
    const found = mails.find((one) => one.subject.includes(subject));
    if (!found) throw new Error(`No mail has “${subject}”.`);
    return found;
  };
  await book(later(free));
  const booked = await mail(2, 'Your discovery call is booked');
  expect(booked.to).toBe(person.email);
  expect(booked.calendar).toContain('METHOD:REQUEST');
  expect(booked.calendar).toContain('SEQUENCE:0');
  expect((await mail(2, 'Call booked: Halden Skin Studios')).to).toBe('owner@crew.example');

  // The link of the mail opens the call, as that of the page does.
  const token = /\/schedule#call=([\w-]+)/.exec(booked.text)?.[1] ?? '';
  await post('reschedule', { token, start: later(free, 60) });
  const moved = await mail(4, 'Your discovery call has moved');
  expect(moved.calendar).toContain('SEQUENCE:1');
  await post('cancel', { token });
  const canceled = await mail(6, 'Your discovery call is canceled');
  expect(canceled.calendar).toContain('METHOD:CANCEL');
  expect(canceled.calendar).toContain('SEQUENCE:2');
  await smtp.close();
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
