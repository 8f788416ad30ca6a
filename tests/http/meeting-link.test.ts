import { describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/lib/time/durations';
import { owner } from '../support/mail-site';
import { createOwnCallSite, createWaitingSite } from '../support/own-call-site';
import { sampleLead } from '../support/samples';
import { createCallTime } from '../support/scheduling-site';

describe('the meeting link of the owner’s call', () => {
  const first = 'https://meet.example/first';
  const second = 'https://meet.example/second';

  test('is sent by email, with a calendar file, when the owner changes it', async () => {
    const { bookOwn, change, findMail, admin, leadId } = await createOwnCallSite();
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
      'You changed the link for a call',
    );
    const { timeline } = (await admin('GET', `/api/leads/${leadId}`)).json();
    expect(JSON.stringify(timeline)).toContain('link_changed');
  });

  test('is replaced by the link in the settings when the owner removes it', async () => {
    const { bookOwn, change, findMail, admin } = await createOwnCallSite();
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

  test('is removed without a replacement when the settings have no link, and an email says so', async () => {
    const { bookOwn, change, findMail } = await createOwnCallSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY), meetingUrl: first })).json();
    await findMail(sampleLead.email, 'is booked');
    await change(id, { meetingUrl: null });
    const mail = await findMail(sampleLead.email, 'The link for your discovery call was removed');
    expect(mail?.text).not.toContain(first);
  });

  test('is not changed when the call was changed since the version in If-Match', async () => {
    const { bookOwn, change, admin } = await createOwnCallSite();
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
    const { bookOwn, change, db } = await createOwnCallSite();
    const { id } = (await bookOwn({ start: createCallTime(2 * DAY) })).json();
    const endAt = new Date(Date.now() - MINUTE).toISOString();
    await db.updateTable('bookings').set({ startAt: endAt, endAt }).execute();
    expect((await change(id, { meetingUrl: second })).json()).toMatchObject({
      code: 'conflict',
      message: 'This call is over.',
    });
  });

  test('is included in the email about an earlier move that has not been sent yet', async () => {
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
