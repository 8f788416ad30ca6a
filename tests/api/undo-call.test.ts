import { describe, expect, test } from 'vitest';
import { DAY } from '../../src/lib/time/durations';
import { createOwnCallSite, createWaitingSite } from '../support/own-call-site';
import { sampleLead } from '../support/samples';
import { createCallTime, pickSlot } from '../support/scheduling-site';

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

  test('sends the email about an earlier move, which the undone move had replaced', async () => {
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
      .poll(async () => (await listStates()).filter(Boolean))
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

  test('restores a canceled call and the status of its lead', async () => {
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

  test('leaves the status of a lead that the cancellation did not move', async () => {
    const { bookOwn, change, undo, admin, leadId, readStatus } = await createWaitingSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await admin('PATCH', `/api/leads/${leadId}`, { status: 'contacted' });
    await change(id, { status: 'canceled', lead: 'contacted' });
    expect((await undo(id)).json()).toMatchObject({ id, status: 'booked' });
    expect(await readStatus()).toBe('contacted');
  });

  test('leaves the lead of a canceled call whose person is not confirmed', async () => {
    const { book, slots, change, undo, readStatus } = await createWaitingSite();
    const { id } = (await book(pickSlot(await slots()))).json();
    await change(id, { status: 'canceled' });
    expect((await undo(id)).json()).toMatchObject({ status: 'booked', personConfirmed: false });
    expect(await readStatus()).toBe('new');
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
    const { bookOwn, undo, findMail, book, slots } = await createOwnCallSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    await findMail(sampleLead.email, 'is booked');
    expect((await undo(id)).statusCode).toBe(409);
    const booking = (await book(pickSlot(await slots()))).json();
    expect((await undo(booking.id)).json().message).toBe('There is nothing to undo.');
  });
});
