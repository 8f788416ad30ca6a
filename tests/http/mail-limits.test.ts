import { describe, expect, test } from 'vitest';
import { createMailSite, owner } from '../support/mail-site';
import { sampleLead } from '../support/samples';
import { caller, pickSlot } from '../support/scheduling-site';

describe('email limit per recipient', () => {
  test('sends a mailbox five emails an hour and ten a day, ignoring plus tags', async () => {
    const { visitor, admin, waitForDeliveries, smtp, skipHour } = await createMailSite();
    const ids: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      const email = `Victim+${index}@mailbox.example`;
      const sent = await visitor('POST', '/api/leads', { ...sampleLead, email });
      expect(sent.statusCode).toBe(201);
      ids.push(sent.json().id);
    }
    await waitForDeliveries();
    const countMails = async () => (await smtp.received(0)).filter(({ to }) => to !== owner).length;
    const outcomes = async () => {
      const rows: { kind: string; status: string; lastError: string | null }[] = [];
      for (const id of ids)
        rows.push(...(await admin('GET', `/api/leads/${id}/deliveries`)).json());
      return rows.filter(({ kind, status }) => kind === 'lead-confirmation' && status !== 'sent');
    };
    expect(await countMails()).toBe(5);
    const putOff = await outcomes();
    expect(putOff).toHaveLength(7);
    for (const { status, lastError } of putOff) {
      expect(status).toBe('pending');
      expect(lastError).toMatch(
        /^this address already got 5 emails about inquiries within an hour/,
      );
    }
    await skipHour();
    expect(await countMails()).toBe(10);
    await skipHour();
    expect(await countMails()).toBe(10);
    const turnedOff = await outcomes();
    expect(turnedOff.map(({ status }) => status)).toEqual(['off', 'off']);
    expect(turnedOff[0]?.lastError).toBe(
      'this address already got 10 emails about inquiries within a day',
    );
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(12);
  });

  test('still sends the booking email with its link after inquiries used up the limit', async () => {
    const { slots, book, visitor, waitForDeliveries, listMailsTo } = await createMailSite();
    for (let index = 0; index < 6; index += 1) await visitor('POST', '/api/leads', sampleLead);
    await waitForDeliveries();
    await book(pickSlot(await slots()));
    await waitForDeliveries();
    const last = (await listMailsTo(caller.email)).at(-1);
    expect(last?.subject).toContain('call is booked');
    expect(last?.text).toContain('/schedule#call=');
  });

  test('sends one email with the last state of a call when the hour is over', async () => {
    const { slots, book, post, waitForDeliveries, listMailsTo, skipHour } = await createMailSite();
    const free = await slots();
    const { token } = (await book(pickSlot(free))).json();
    await waitForDeliveries();
    for (let index = 0; index < 5; index += 1) {
      await post('reschedule', { token, start: pickSlot(free, 60 + index) });
      await waitForDeliveries();
    }
    await post('cancel', { token });
    await waitForDeliveries();
    expect(await listMailsTo(caller.email)).toHaveLength(5);
    await skipHour();
    const mails = await listMailsTo(caller.email);
    expect(mails).toHaveLength(6);
    expect(mails.at(-1)?.subject).toContain('is canceled');
  });

  test('sends the cancellation email when the owner cancels a call, even at the limit', async () => {
    const { slots, book, post, admin, waitForDeliveries, listMailsTo } = await createMailSite();
    const free = await slots();
    const { id, token } = (await book(pickSlot(free))).json();
    for (let index = 0; index < 6; index += 1) {
      await waitForDeliveries();
      await post('reschedule', { token, start: pickSlot(free, 60 + index) });
    }
    await waitForDeliveries();
    expect(await listMailsTo(caller.email)).toHaveLength(5);
    await admin('PATCH', `/api/scheduling/bookings/${id}`, { status: 'canceled' });
    await waitForDeliveries();
    expect((await listMailsTo(caller.email)).at(-1)?.subject).toContain('is canceled');
  });

  test.each([
    ['30 emails an hour to a private domain', 'catch-all.example', 30],
    ['any number of emails to a public email provider', 'gmail.com', 32],
  ])('allows %s', async (_, domain, expected) => {
    const { visitor, waitForDeliveries, smtp } = await createMailSite();
    for (let index = 0; index < 32; index += 1) {
      await visitor('POST', '/api/leads', { ...sampleLead, email: `person${index}@${domain}` });
    }
    await waitForDeliveries();
    const mails = (await smtp.received(0)).filter(({ to }) => to.endsWith(`@${domain}`));
    expect(mails).toHaveLength(expected);
  });
});

describe('email about a rescheduled call', () => {
  test('sends caller and owner one email with the final time when the call is moved three times', async () => {
    const { slots, book, post, waitForDeliveries, readOutbox, listMailsTo, db } =
      await createMailSite({
        maxDelayMs: 60_000,
      });
    const free = await slots();
    const { token } = (await book(pickSlot(free))).json();
    await expect
      .poll(async () => (await readOutbox()).filter(({ status }) => status === 'sent').length)
      .toBe(2);
    for (const index of [60, 64, 68])
      await post('reschedule', { token, start: pickSlot(free, index) });
    // Make the deliveries due as if the settling time of a minute had passed.
    const past = new Date(Date.now() - 61_000).toISOString();
    await db
      .updateTable('outbox')
      .set({ createdAt: past, dueAt: past })
      .where('status', '=', 'pending')
      .execute();
    await waitForDeliveries();
    for (const address of [caller.email, owner]) {
      const subjects = (await listMailsTo(address)).map(({ subject }) => subject);
      expect(subjects).toEqual([
        expect.stringContaining('booked'),
        expect.stringContaining('moved'),
      ]);
    }
    const [, moved] = await listMailsTo(caller.email);
    expect(moved?.calendar).toContain(
      `DTSTART:${pickSlot(free, 68).replaceAll(/[-:]|\.000/g, '')}`,
    );
    const replaced = (await readOutbox()).filter(({ status }) => status === 'off');
    expect(replaced.map(({ lastError }) => lastError)).toEqual(
      Array.from({ length: 4 }, () => 'the call was changed again'),
    );
  });
});
