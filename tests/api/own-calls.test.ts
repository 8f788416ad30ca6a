import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/lib/time';
import { createMailSite, owner, pollOptions } from '../mail-site';
import { sampleLead } from '../samples';
import { createCallTime, createSchedulingSite, pickSlot } from '../scheduling-site';

async function createSite(timings = {}) {
  const site = await createMailSite(timings);
  const { id: leadId } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
  await site.smtp.received(2);
  site.smtp.reset();
  const bookOwn = (body: object) => site.admin('POST', `/api/leads/${leadId}/bookings`, body);
  const change = (id: string, body: object) =>
    site.admin('PATCH', `/api/scheduling/bookings/${id}`, body);
  const readStatus = async () => (await site.admin('GET', `/api/leads/${leadId}`)).json().status;
  const listCanceled = async () =>
    (await site.admin('GET', '/api/overview')).json().canceledCalls as { id: string }[];
  const findMail = async (to: string, subject: string) => {
    const find = async () =>
      (await site.listMailsTo(to)).find((mail) => mail.subject.includes(subject));
    await expect.poll(find, pollOptions).toBeDefined();
    return find();
  };
  return { ...site, leadId, bookOwn, change, readStatus, listCanceled, findMail };
}

describe('owner’s calls', () => {
  test('are booked for a lead, with a message to the visitor and their own meeting link', async () => {
    const { bookOwn, readStatus, findMail, leadId } = await createSite();
    const response = await bookOwn({
      start: createCallTime(3 * DAY),
      timeZone: 'America/Los_Angeles',
      meetingUrl: 'https://meet.example/olga',
      message: 'Good talking to you just now.',
    });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      leadId,
      status: 'booked',
      phone: sampleLead.phone,
      meetingUrl: 'https://meet.example/olga',
      personConfirmed: true,
    });
    expect(await readStatus()).toBe('discovery_call');
    const mail = await findMail(sampleLead.email, 'is booked');
    expect(mail?.text).toContain('"Good talking to you just now."');
    expect(mail?.text).toContain('https://meet.example/olga');
    expect(mail?.text).toContain('Pacific Time');
  });

  test('may be outside the opening hours, but not at the time of another call', async () => {
    const { bookOwn, put } = await createSite();
    await put({ weekly: Array.from({ length: 7 }, () => []) });
    const start = createCallTime(2 * DAY);
    expect((await bookOwn({ start })).statusCode).toBe(201);
    const taken = await bookOwn({ start: new Date(Date.parse(start) + 600_000).toISOString() });
    expect(taken.statusCode).toBe(409);
    expect((await bookOwn({ start: createCallTime(-DAY) })).statusCode).toBe(400);
  });

  test('are refused with free times when the time is taken, as the API description says', async () => {
    const { bookOwn, change, admin } = await createSite();
    const start = createCallTime(2 * DAY);
    await bookOwn({ start });
    const { id } = (await bookOwn({ start: createCallTime(3 * DAY) })).json();
    const { paths } = (await admin('GET', '/api/openapi.json')).json();
    for (const [response, operation] of [
      [await bookOwn({ start }), paths['/api/leads/{id}/bookings'].post],
      [await change(id, { start }), paths['/api/scheduling/bookings/{id}'].patch],
    ]) {
      expect(response.statusCode).toBe(409);
      expect(response.json().alternatives).toHaveLength(4);
      const { schema } = operation.responses['409'].content['application/json'];
      expect(schema.properties).toHaveProperty('alternatives');
    }
  });

  test('are booked once when two requests want the same time', async () => {
    const { bookOwn } = await createSite();
    const start = createCallTime(2 * DAY);
    const responses = await Promise.all([bookOwn({ start }), bookOwn({ start })]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  test('are moved, with the owner’s message, the old and the new time in the visitor’s email', async () => {
    const { bookOwn, change, findMail } = await createSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    const start = createCallTime(5 * DAY);
    const moved = await change(id, { start, message: 'My flight lands late.' });
    expect(moved.json()).toMatchObject({ id, start });
    const mail = await findMail(sampleLead.email, 'has moved');
    expect(mail?.text).toMatch(/"My flight lands late\."\n.*\n\nWas: .*\n[\s\S]*\/schedule#call=/);
    expect(mail?.calendar).toContain('SEQUENCE:1');
    expect((await findMail(owner, 'Call moved'))?.text).toContain('You moved a call');
  });

  test('keep their meeting link when they cannot be moved', async () => {
    const { bookOwn, change, admin, leadId } = await createSite();
    const taken = createCallTime(2 * DAY);
    await bookOwn({ start: taken });
    const meetingUrl = 'https://meet.example/first';
    const { id } = (await bookOwn({ start: createCallTime(5 * DAY), meetingUrl })).json();
    const rejected = await change(id, { start: taken, meetingUrl: 'https://meet.example/second' });
    expect(rejected.statusCode).toBe(409);
    const calls = (await admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(calls).toContainEqual(expect.objectContaining({ id, meetingUrl }));
  });

  test('are canceled with the owner’s message; the lead’s status changes only if the owner chooses so', async () => {
    const { bookOwn, change, findMail, readStatus, listCanceled } = await createSite();
    const first = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await change(first.id, { status: 'canceled', message: 'I am sick.', lead: 'keep' });
    expect((await findMail(sampleLead.email, 'is canceled'))?.text).toContain('"I am sick."');
    expect(await readStatus()).toBe('discovery_call');
    expect(await listCanceled()).toEqual([]);
    const second = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await change(second.id, { status: 'canceled', lead: 'contacted' });
    expect(await readStatus()).toBe('contacted');
  });

  test('ask for the lead’s status in the overview after the visitor has canceled', async () => {
    const { book, slots, post, leadId, readStatus, listCanceled, change } = await createSite();
    const { token, id } = (await book(pickSlot(await slots()), { leadId })).json();
    expect(await listCanceled()).toEqual([]);
    await post('cancel', { token });
    expect(await readStatus()).toBe('discovery_call');
    expect(await listCanceled()).toMatchObject([{ id, leadId }]);
    await change(id, { lead: 'contacted' });
    expect(await readStatus()).toBe('contacted');
    expect(await listCanceled()).toEqual([]);
  });

  test('do not ask for the lead’s status while the lead has another call', async () => {
    const { book, slots, post, leadId, listCanceled, bookOwn } = await createSite();
    const { token } = (await book(pickSlot(await slots()), { leadId })).json();
    await bookOwn({ start: createCallTime(9 * DAY) });
    await post('cancel', { token });
    expect(await listCanceled()).toEqual([]);
  });
});

/** A site whose emails about calls wait as long as in production. */
async function createWaitingSite() {
  const site = await createSite({ maxDelayMs: MINUTE });
  const undo = (id: string) => site.admin('POST', `/api/scheduling/bookings/${id}/undo`);
  const listCallMails = async () =>
    (await site.readOutbox()).filter(({ kind }) => /^call-(conf|notif)/.test(kind));
  /** Ends the time in which a change can be undone, of all changes or of one. */
  async function sendMails({ sequence }: { sequence?: number } = {}) {
    const countDue = async () =>
      (await listCallMails()).filter(
        ({ status, dueAt }) => status === 'pending' && Date.parse(dueAt) <= Date.now(),
      ).length;
    // The worker postpones them first.
    await expect.poll(countDue, pollOptions).toBe(0);
    const past = new Date(Date.now() - 13_000).toISOString();
    await site.db
      .updateTable('outbox')
      .set({ createdAt: past, dueAt: past })
      .$if(sequence !== undefined, (query) =>
        query.where('payload', 'like', `%"sequence":${sequence},%`),
      )
      .execute();
  }
  return { ...site, undo, listCallMails, sendMails };
}

describe('the meeting link of the owner’s call', () => {
  const first = 'https://meet.example/first';
  const second = 'https://meet.example/second';

  test('is changed, with an email and a calendar file that contain the new one', async () => {
    const { bookOwn, change, findMail, admin, leadId } = await createSite();
    const start = createCallTime(2 * DAY);
    const { id } = (await bookOwn({ start, meetingUrl: first })).json();
    await findMail(sampleLead.email, 'is booked');
    const changed = await change(id, { meetingUrl: second, message: 'Zoom is down.' });
    expect(changed.json()).toMatchObject({ id, start, meetingUrl: second, ownMeetingUrl: second });
    const mail = await findMail(sampleLead.email, 'has a new link');
    expect(mail?.text).toContain('"Zoom is down."');
    expect(mail?.text).toContain('The time stays the same.');
    expect(mail?.text).toContain(second);
    expect(mail?.calendar).toContain('SEQUENCE:1');
    expect(mail?.calendar?.replaceAll('\r\n ', '')).toContain(second);
    expect((await findMail(owner, 'Call link changed'))?.text).toContain(
      'You changed the link of a call',
    );
    const { timeline } = (await admin('GET', `/api/leads/${leadId}`)).json();
    expect(JSON.stringify(timeline)).toContain('link_changed');
  });

  test('is again the one in the settings when it is removed', async () => {
    const { bookOwn, change, findMail, admin } = await createSite();
    await admin('PATCH', '/api/settings', { meetingUrl: 'https://meet.example/crew' });
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY), meetingUrl: first })).json();
    await findMail(sampleLead.email, 'is booked');
    const changed = await change(id, { meetingUrl: null });
    expect(changed.json()).toMatchObject({
      meetingUrl: 'https://meet.example/crew',
      ownMeetingUrl: null,
    });
    const mail = await findMail(sampleLead.email, 'has a new link');
    expect(mail?.text).toContain('https://meet.example/crew');
  });

  test('is reported to the visitor as removed when the settings have none', async () => {
    const { bookOwn, change, findMail } = await createSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY), meetingUrl: first })).json();
    await findMail(sampleLead.email, 'is booked');
    await change(id, { meetingUrl: null });
    const mail = await findMail(sampleLead.email, 'takes place without a link');
    expect(mail?.text).not.toContain(first);
  });

  test('is not changed when the call was changed since the version in If-Match', async () => {
    const { bookOwn, change, admin } = await createSite();
    const { id, updatedAt } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await change(id, { start: createCallTime(3 * DAY) });
    const path = `/api/scheduling/bookings/${id}`;
    const headers = { 'if-match': `"${updatedAt}"` };
    const rejected = await admin('PATCH', path, { meetingUrl: second }, headers);
    expect(rejected.statusCode).toBe(412);
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toMatchObject([
      { id, ownMeetingUrl: null },
    ]);
  });

  test('cannot be changed after the call', async () => {
    const { bookOwn, change, db } = await createSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    const endAt = new Date(Date.now() - MINUTE).toISOString();
    await db.updateTable('bookings').set({ startAt: endAt, endAt }).execute();
    expect((await change(id, { meetingUrl: second })).json()).toMatchObject({
      code: 'conflict',
      message: 'This call is over.',
    });
  });

  test('is in the email about a move when that has not been sent yet', async () => {
    const { bookOwn, change, findMail, sendMails, listMailsTo } = await createWaitingSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await sendMails();
    await findMail(sampleLead.email, 'is booked');
    await change(id, { start: createCallTime(3 * DAY), message: 'My flight lands late.' });
    await change(id, { meetingUrl: second });
    await sendMails();
    const mail = await findMail(sampleLead.email, 'has moved');
    expect(mail?.text).toContain('"My flight lands late."');
    expect(mail?.text).toMatch(/Was: /);
    expect(mail?.text).toContain(second);
    expect(await listMailsTo(sampleLead.email)).toHaveLength(2);
  });

  test('is restored by an undo, and no email about it is sent', async () => {
    const { bookOwn, change, undo, listCallMails, sendMails, findMail } = await createWaitingSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY), meetingUrl: first })).json();
    await sendMails();
    await findMail(sampleLead.email, 'is booked');
    await change(id, { meetingUrl: second });
    expect((await undo(id)).json()).toMatchObject({ id, ownMeetingUrl: first });
    expect(await listCallMails()).toHaveLength(2);
    expect((await undo(id)).json().message).toBe('There is nothing to undo.');
  });

  test('is restored by an undo, and the email about an earlier move is still sent', async () => {
    const { bookOwn, change, undo, sendMails, findMail } = await createWaitingSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY), meetingUrl: first })).json();
    await sendMails();
    await findMail(sampleLead.email, 'is booked');
    const start = createCallTime(3 * DAY);
    await change(id, { start, message: 'My flight lands late.' });
    await change(id, { meetingUrl: second, message: 'Zoom is down.' });
    expect((await undo(id)).json()).toMatchObject({ id, start, ownMeetingUrl: first });
    await sendMails();
    const mail = await findMail(sampleLead.email, 'has moved');
    expect(mail?.text).toContain('"My flight lands late."');
    expect(mail?.text).not.toContain('Zoom');
    expect(mail?.text).toContain(first);
  });
});

describe('undoing the owner’s change of a call', () => {
  test('restores the time of a moved call, frees the new one, and sends no email about it', async () => {
    const { bookOwn, change, undo, listCallMails } = await createWaitingSite();
    const start = createCallTime(2 * DAY);
    const moved = createCallTime(5 * DAY);
    const { id } = (await bookOwn({ start })).json();
    await change(id, { start: moved, message: 'My flight lands late.' });
    expect(await listCallMails()).toHaveLength(4);
    const undone = await undo(id);
    expect(undone.statusCode).toBe(200);
    expect(undone.json()).toMatchObject({ id, start, status: 'booked' });
    expect(await listCallMails()).toHaveLength(2);
    expect((await bookOwn({ start: moved })).statusCode).toBe(201);
    expect((await bookOwn({ start })).statusCode).toBe(409);
  });

  test('sends the email about an earlier move, which the undone move had turned off', async () => {
    const { bookOwn, change, undo, sendMails, findMail, listCallMails } = await createWaitingSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await sendMails();
    await findMail(sampleLead.email, 'is booked');
    const start = createCallTime(3 * DAY);
    await change(id, { start, message: 'My flight lands late.' });
    await change(id, { start: createCallTime(4 * DAY), message: 'No, even later.' });
    await sendMails({ sequence: 1 });
    const listStates = async () => (await listCallMails()).map(({ lastError }) => lastError);
    await expect
      .poll(async () => (await listStates()).filter(Boolean), pollOptions)
      .toEqual(['the call was changed again', 'the call was changed again']);
    expect((await undo(id)).json()).toMatchObject({ id, start });
    await sendMails();
    const mail = await findMail(sampleLead.email, 'has moved');
    expect(mail?.text).toContain('"My flight lands late."');
  });

  test('is rejected when the call was changed again since the version in If-Match', async () => {
    const { bookOwn, change, admin } = await createWaitingSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    const moved = (await change(id, { start: createCallTime(3 * DAY) })).json();
    const later = createCallTime(4 * DAY);
    expect((await change(id, { start: later })).statusCode).toBe(200);
    const path = `/api/scheduling/bookings/${id}/undo`;
    const rejected = await admin('POST', path, undefined, { 'if-match': `"${moved.updatedAt}"` });
    expect(rejected.statusCode).toBe(412);
    const { body } = await admin('GET', '/api/scheduling/bookings');
    expect(JSON.parse(body)).toMatchObject([{ id, start: later }]);
  });

  test('restores a canceled call, and its lead', async () => {
    const { bookOwn, change, undo, readStatus, listCanceled } = await createWaitingSite();
    const start = createCallTime(2 * DAY);
    const { id } = (await bookOwn({ start })).json();
    await change(id, { status: 'canceled', message: 'I am sick.', lead: 'contacted' });
    expect(await readStatus()).toBe('contacted');
    expect((await undo(id)).json()).toMatchObject({ id, start, status: 'booked' });
    expect(await readStatus()).toBe('discovery_call');
    expect(await listCanceled()).toEqual([]);
    expect((await bookOwn({ start })).statusCode).toBe(409);
  });

  test('cancels a call that was just booked, and asks for the lead’s status', async () => {
    const { bookOwn, undo, listCallMails, listCanceled } = await createWaitingSite();
    const start = createCallTime(2 * DAY);
    const { id } = (await bookOwn({ start })).json();
    expect((await undo(id)).json()).toMatchObject({ id, status: 'canceled' });
    expect(await listCallMails()).toEqual([]);
    expect(await listCanceled()).toMatchObject([{ id }]);
    expect((await bookOwn({ start })).statusCode).toBe(201);
  });

  test('is rejected when the previous time was taken meanwhile, and changes nothing', async () => {
    const { bookOwn, change, undo, listCallMails } = await createWaitingSite();
    const start = createCallTime(2 * DAY);
    const { id } = (await bookOwn({ start })).json();
    await change(id, { status: 'canceled' });
    await bookOwn({ start });
    const before = (await listCallMails()).length;
    expect((await undo(id)).json()).toMatchObject({
      code: 'conflict',
      message: 'The earlier time has just been taken. Move the call instead.',
    });
    expect(await listCallMails()).toHaveLength(before);
  });

  test('is rejected after 10 seconds, when the emails are sent', async () => {
    const { bookOwn, undo, db, findMail } = await createWaitingSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    const createdAt = new Date(Date.now() - 13_000).toISOString();
    await db.updateTable('outbox').set({ createdAt }).execute();
    expect((await undo(id)).json()).toMatchObject({
      code: 'conflict',
      message: 'It is too late to undo this. Change the call again instead.',
    });
    await db.updateTable('outbox').set({ dueAt: createdAt, createdAt }).execute();
    expect(await findMail(sampleLead.email, 'is booked')).toBeDefined();
  });

  test('is rejected once an email was sent, and for a call that the visitor booked', async () => {
    const site = await createSite();
    const undo = (id: string) => site.admin('POST', `/api/scheduling/bookings/${id}/undo`);
    const { id } = (await site.bookOwn({ start: createCallTime(2 * DAY) })).json();
    await site.findMail(sampleLead.email, 'is booked');
    expect((await undo(id)).statusCode).toBe(409);
    const booking = (await site.book(pickSlot(await site.slots()))).json();
    expect((await undo(booking.id)).json().message).toBe('There is nothing to undo.');
  });
});

describe('calls in the admin area', () => {
  test('are listed for a period, also canceled ones', async () => {
    const { bookOwn, change, admin } = await createSite();
    const starts = [2, 3, 9].map((days) => createCallTime(days * DAY));
    const ids: string[] = [];
    for (const start of starts) ids.push((await bookOwn({ start })).json().id);
    await change(ids[1] ?? '', { status: 'canceled' });
    const list = (from: string, to: string) =>
      admin('GET', `/api/scheduling/bookings?from=${from}&to=${to}`);
    const response = await list(createCallTime(0), createCallTime(8 * DAY));
    expect(response.json()).toMatchObject([
      { id: ids[0], status: 'booked' },
      { id: ids[1], status: 'canceled' },
    ]);
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toHaveLength(2);
    expect((await list('yesterday', createCallTime(0))).statusCode).toBe(400);
  });

  test('are listed with phone number and the meeting link of the settings', async () => {
    const { admin, visitor, book, slots } = await createSchedulingSite();
    await admin('PATCH', '/api/settings', { meetingUrl: 'https://meet.example/crew' });
    const { id: leadId } = (await visitor('POST', '/api/leads', sampleLead)).json();
    await book(pickSlot(await slots()), { leadId });
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toMatchObject([
      { leadId, phone: sampleLead.phone, meetingUrl: 'https://meet.example/crew' },
    ]);
  });
});
