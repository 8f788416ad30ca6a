import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { MINUTE } from '../../src/lib/time/durations';
import { confirmAddress } from '../../src/scheduling/book-call.server';
import { deleteExpiredHolds } from '../../src/scheduling/call-limits.server';
import { defaultCallHours } from '../../src/scheduling/hours/call-hours';
import { createMailSite, owner } from '../support/mail-site';
import { sampleLead } from '../support/samples';
import { caller, createSchedulingSite } from '../support/scheduling-site';
import { postFrom, startSecondApp } from '../support/test-app';

/** The hour of the day in the site's time zone. */
const hourNow = Number(
  new Intl.DateTimeFormat('en-US', {
    timeZone: defaultCallHours.timeZone,
    hour: 'numeric',
    hourCycle: 'h23',
  }).format(),
);

/** Half a day from now, so that no call begins while the tests run or skip the time of a hold. */
const openingHour = (hourNow + 12) % 23;
const toTime = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** Four times a day. So two calls are booked at once within a day, and 14 within a week. */
const shortDays = {
  weekly: Array.from({ length: 7 }, () => [
    { from: toTime(openingHour), to: toTime(openingHour + 2) },
  ]),
};
const maxPerDay = 2;
const maxHeld = 14;

/** Starts a site with email on which as many strangers as possible have booked calls at once. */
async function createBusySite() {
  const site = await createMailSite();
  await site.put(shortDays);
  const free = await site.slots();
  /** Books the free time with this index, as somebody else from another network. */
  const bookAs = (index: number, app = site.app) => {
    const call = { ...caller, email: `caller${index}@host${index}.example`, start: free[index] };
    return postFrom({ app }, `198.51.${index}.7`, '/api/scheduling/bookings', call);
  };
  for (let index = 0; index < maxPerDay; index += 1) {
    expect((await bookAs(index)).json()).toMatchObject({ status: 'booked', heldUntil: null });
  }
  const readToken = async (index: number, subject: string) => {
    const find = async () =>
      (await site.listMailsTo(`caller${index}@host${index}.example`)).find((mail) =>
        mail.subject.startsWith(subject),
      )?.text;
    await expect.poll(find).toBeDefined();
    return /\/schedule#call=([\w-]+)/.exec((await find()) ?? '')?.[1];
  };
  const lookUp = (token: string | undefined) => site.post('lookup', { token });
  return { ...site, free, bookAs, readToken, lookUp };
}

/** Ends the time for which calls are held. */
function skipHold() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * MINUTE });
  onTestFinished(() => void vi.useRealTimers());
}

const confirmSubject = 'Confirm your discovery call';

describe('calls that strangers book in masses', () => {
  test('take no more times than the limit, over several networks and processes', async () => {
    const site = await createBusySite();
    const { app, bookAs, free, admin, slots, leads } = site;
    const second = await startSecondApp(site);
    const indexes = Array.from({ length: 30 }, (_, index) => maxPerDay + index);
    const responses = await Promise.all(
      indexes.map((index) => bookAs(index, index % 2 ? app : (second as typeof app))),
    );
    const held = responses.filter(({ statusCode }) => statusCode === 201);
    const rejected = responses.filter(({ statusCode }) => statusCode === 429);
    expect([held.length, rejected.length]).toEqual([maxHeld, indexes.length - maxHeld]);
    expect(held.every((response) => response.json().heldUntil !== null)).toBe(true);
    expect(rejected[0]?.json().message).toMatch(/write to us/);
    const listHolds = async () =>
      (await admin('GET', '/api/scheduling/bookings'))
        .json()
        .map(({ heldUntil }: { heldUntil: string | null }) => heldUntil !== null);
    expect((await listHolds()).filter(Boolean)).toHaveLength(maxHeld);
    expect(await leads()).toHaveLength(maxPerDay);
    skipHold();
    expect(await listHolds()).toEqual([false, false]);
    expect((await slots()).filter((start) => free.includes(start))).toHaveLength(
      free.length - maxPerDay,
    );
  });

  test('are booked once when the emailed link is opened, and not by the token of the browser', async () => {
    const { bookAs, lookUp, readToken, leads, listMailsTo, waitForDeliveries } =
      await createBusySite();
    const call = (await bookAs(2)).json();
    expect((await lookUp(call.token)).json()).toMatchObject({
      heldUntil: call.heldUntil,
      wasHeld: false,
    });
    expect(await leads()).toHaveLength(2);
    const token = await readToken(2, confirmSubject);
    const opened = await Promise.all([lookUp(token), lookUp(token)]);
    expect(opened.map((response) => response.json().wasHeld).toSorted()).toEqual([false, true]);
    expect(opened.map((response) => response.json().heldUntil)).toEqual([null, null]);
    expect(await leads()).toHaveLength(3);
    await waitForDeliveries();
    const subjects = (await listMailsTo(call.email)).map(({ subject }) => subject);
    expect(subjects).toEqual([
      expect.stringMatching(confirmSubject),
      expect.stringMatching('Your discovery call is booked'),
    ]);
    const booked = (await listMailsTo(owner)).filter(({ text }) => text.includes(call.email));
    expect(booked).toHaveLength(1);
    skipHold();
    expect((await lookUp(call.token)).json()).toMatchObject({ status: 'booked', heldUntil: null });
  });

  test('get one lead when one person opens the links of two', async () => {
    const { app, free, lookUp, leads, listMailsTo, admin } = await createBusySite();
    const email = 'two@x.example';
    for (const index of [2, 3]) {
      const call = { ...caller, email, start: free[index] };
      await postFrom({ app }, `198.51.${index}.7`, '/api/scheduling/bookings', call);
    }
    await expect.poll(async () => (await listMailsTo(email)).length).toBe(2);
    const links = (await listMailsTo(email)).map(({ text }) => /#call=([\w-]+)/.exec(text)?.[1]);
    const opened = await Promise.all(links.map(lookUp));
    expect(opened.map((response) => response.json().wasHeld)).toEqual([true, true]);
    const found = (await leads()).filter((lead: { email: string }) => lead.email === email);
    expect(found).toMatchObject([{ status: 'discovery_call' }]);
    const calls = (await admin('GET', `/api/leads/${found[0].id}/bookings`)).json();
    const confirmed = calls.map((call: { personConfirmed: boolean }) => call.personConfirmed);
    // The lead's inquiry may be another person's: the owner confirms who booked the second call.
    expect(confirmed.sort()).toEqual([false, true]);
  });

  test('leave no delivery, and so no answer of the mail server, after an erasure, whether a lead got the call or nobody confirmed it', async () => {
    const { db, admin, visitor, bookAs } = await createBusySite();
    const countHeld = async () =>
      (await db.selectFrom('outbox').select('id').where('kind', '=', 'call-hold').execute()).length;
    const adopted = (await bookAs(2)).json();
    const expired = (await bookAs(3)).json();
    expect(await countHeld()).toBe(2);
    await visitor('POST', '/api/leads', { ...sampleLead, email: adopted.email });
    skipHold();
    await deleteExpiredHolds(db);
    for (const { email } of [adopted, expired]) {
      await admin('POST', '/api/privacy/erase', { email });
    }
    expect(await countHeld()).toBe(0);
  });

  test('are released when the link is not opened in time', async () => {
    const { bookAs, lookUp, readToken, slots, free } = await createBusySite();
    const call = (await bookAs(2)).json();
    const token = await readToken(2, confirmSubject);
    expect(await slots()).not.toContain(call.start);
    skipHold();
    expect(await slots()).toContain(free[2]);
    expect((await lookUp(token)).statusCode).toBe(404);
    const again = await bookAs(2);
    expect(again.statusCode).toBe(201);
    expect(again.json().id).not.toBe(call.id);
  });

  test('are not booked when their time ends while the link is being opened', async () => {
    const { bookAs, db, leads } = await createBusySite();
    const { id } = (await bookAs(2)).json();
    skipHold();
    await expect(confirmAddress(db, id)).rejects.toMatchObject({ code: 'not_found' });
    expect(await leads()).toHaveLength(maxPerDay);
  });

  test('are booked at once again when others have opened the link in their confirmation', async () => {
    const { bookAs, lookUp, readToken } = await createBusySite();
    expect((await bookAs(2)).json().heldUntil).not.toBeNull();
    const token = await readToken(0, 'Your discovery call is booked');
    expect((await lookUp(token)).json()).toMatchObject({ status: 'booked', wasHeld: false });
    expect((await bookAs(3)).json().heldUntil).toBeNull();
  });

  test('can be canceled by the owner while they are held, but not moved', async () => {
    const { bookAs, admin, slots } = await createBusySite();
    const { id, start } = (await bookAs(2)).json();
    const change = (body: object) => admin('PATCH', `/api/scheduling/bookings/${id}`, body);
    expect((await change({ start: (await slots()).at(-1) })).statusCode).toBe(409);
    expect((await change({ status: 'canceled' })).statusCode).toBe(200);
    expect(await slots()).toContain(start);
  });

  test('are refused while email is turned off, with another way to reach the owner', async () => {
    const { slots, book } = await createSchedulingSite(shortDays);
    const free = await slots();
    const responses = [];
    for (const index of [0, 1, 2]) {
      responses.push(await book(free[index], { email: `caller${index}@x.example` }));
    }
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 429]);
    expect(responses[2]?.json().message).toMatch(/write to us/);
  });
});
