import { describe, expect, test } from 'vitest';
import { later, caller as person, schedulingSite as site } from '../scheduling-site';
import { startSmtp } from '../smtp';

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
