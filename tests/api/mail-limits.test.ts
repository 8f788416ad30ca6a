import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleLead } from '../samples';
import { caller, createSchedulingSite, pickSlot } from '../scheduling-site';
import { startSmtp } from '../smtp';

const owner = 'owner@crew.example';

/** Generous, because deliveries are slow on a busy machine. */
const pollOptions = { timeout: 15_000 };

async function siteWithMail(timings: { settleMs?: number } = {}) {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const site = await createSchedulingSite({}, { SMTP_URL: smtp.url, NOTIFY_EMAIL: owner }, timings);
  const readOutbox = () => site.db.selectFrom('outbox').selectAll().execute();
  /** Waits until only postponed deliveries (due in four minutes or later) are pending. */
  const waitForDeliveries = () =>
    expect
      .poll(
        async () =>
          (await readOutbox()).filter(
            ({ status, dueAt }) =>
              status === 'pending' && Date.parse(dueAt) < Date.now() + 4 * 60_000,
          ).length,
        pollOptions,
      )
      .toBe(0);
  const listMailsTo = async (address: string) =>
    (await smtp.received(0)).filter(({ to }) => to.toLowerCase() === address.toLowerCase());
  /** Ends the hourly rate-limit windows and makes the deliveries that wait for them due. */
  async function skipHour() {
    const past = new Date(Date.now() - 1_000).toISOString();
    const inTwoHours = new Date(Date.now() + 2 * 3_600_000).toISOString();
    await site.db
      .updateTable('rateLimits')
      .set({ endsAt: past })
      .where('endsAt', '<', inTwoHours)
      .execute();
    await site.db
      .updateTable('outbox')
      .set({ dueAt: past })
      .where('status', '=', 'pending')
      .execute();
    await waitForDeliveries();
  }
  /** Makes the held notifications due, which sends the next summary. */
  const skipToSummary = async () => {
    const past = new Date(Date.now() - 1_000).toISOString();
    await site.db
      .updateTable('outbox')
      .set({ dueAt: past })
      .where('heldAt', 'is not', null)
      .where('status', '=', 'pending')
      .execute();
    await waitForDeliveries();
  };
  return { ...site, smtp, readOutbox, waitForDeliveries, listMailsTo, skipHour, skipToSummary };
}

/** Sends inquiries from different people. */
async function sendInquiries(
  { visitor }: Pick<Awaited<ReturnType<typeof siteWithMail>>, 'visitor'>,
  count: number,
  changes: object = {},
) {
  for (let index = 0; index < count; index += 1) {
    const companyName = `Company ${index}`;
    const email = `lead${index}@x${index}.example`;
    await visitor('POST', '/api/leads', { ...sampleLead, companyName, email, ...changes });
  }
}

describe('email limit per recipient', () => {
  test('sends a mailbox five emails an hour and ten a day, ignoring plus tags', async () => {
    const { visitor, admin, waitForDeliveries, smtp, skipHour } = await siteWithMail();
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
    const { slots, book, visitor, waitForDeliveries, listMailsTo } = await siteWithMail();
    for (let index = 0; index < 6; index += 1) await visitor('POST', '/api/leads', sampleLead);
    await waitForDeliveries();
    await book(pickSlot(await slots()));
    await waitForDeliveries();
    const last = (await listMailsTo(caller.email)).at(-1);
    expect(last?.subject).toContain('call is booked');
    expect(last?.text).toContain('/schedule#call=');
  });

  test('sends one email with the last state of a call when the hour is over', async () => {
    const { slots, book, post, waitForDeliveries, listMailsTo, skipHour } = await siteWithMail();
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
    const { slots, book, post, admin, waitForDeliveries, listMailsTo } = await siteWithMail();
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
    const { visitor, waitForDeliveries, smtp } = await siteWithMail();
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
      await siteWithMail({
        settleMs: 60_000,
      });
    const free = await slots();
    const { token } = (await book(pickSlot(free))).json();
    await expect
      .poll(
        async () => (await readOutbox()).filter(({ status }) => status === 'sent').length,
        pollOptions,
      )
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

describe('owner notifications during a flood of inquiries', () => {
  test('sends 20 emails one by one and the other ten in one summary', async () => {
    const site = await siteWithMail();
    const { admin, waitForDeliveries, listMailsTo, readOutbox, skipToSummary } = site;
    await sendInquiries(site, 30);
    await waitForDeliveries();
    expect(await listMailsTo(owner)).toHaveLength(20);
    const held = (await readOutbox()).filter(({ heldAt }) => heldAt);
    expect(held).toHaveLength(10);
    for (const { dueAt, heldAt } of held) {
      const minutes = (Date.parse(dueAt) - Date.parse(heldAt ?? '')) / 60_000;
      expect(minutes).toBeGreaterThan(4.9);
      expect(minutes).toBeLessThan(10.1);
    }
    const { body } = await admin('GET', `/api/leads/${held[0]?.leadId}/deliveries`);
    expect(body).toContain('comes with the next summary');
    await skipToSummary();
    expect((await readOutbox()).every(({ status }) => status === 'sent')).toBe(true);
    const mails = await listMailsTo(owner);
    expect(mails).toHaveLength(21);
    expect(mails.at(-1)?.subject).toBe('Summary: 10 more inquiries and calls');
    const allText = mails.map(({ subject, text }) => `${subject}\n${text}`).join('\n');
    for (let index = 0; index < 30; index += 1)
      expect(allText).toMatch(new RegExp(`Company ${index}\\b`));
  });

  test('counts spam separately, so that it does not hold back emails about real leads', async () => {
    const site = await siteWithMail();
    await sendInquiries(site, 30, { website: 'https://spam.example' });
    await sendInquiries(site, 20);
    await site.waitForDeliveries();
    const subjects = (await site.listMailsTo(owner)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Suspected spam'))).toHaveLength(10);
    expect(subjects.filter((subject) => subject.startsWith('New lead'))).toHaveLength(20);
  });

  test('sends an email about a call that begins soon at once and holds one about a later call', async () => {
    const site = await siteWithMail();
    const { slots, book, waitForDeliveries, listMailsTo, readOutbox } = site;
    await sendInquiries(site, 20);
    await waitForDeliveries();
    const free = await slots();
    await book(free[0]);
    await waitForDeliveries();
    expect((await listMailsTo(owner)).at(-1)?.subject).toContain('Call booked');
    await book(pickSlot(free, 96));
    await waitForDeliveries();
    expect(await listMailsTo(owner)).toHaveLength(21);
    expect((await readOutbox()).filter(({ heldAt }) => heldAt)).toMatchObject([
      { kind: 'call-notification', status: 'pending' },
    ]);
  });

  test('turns off a held email about a call that was changed again, and records the reason', async () => {
    const site = await siteWithMail();
    const { slots, book, post, waitForDeliveries, listMailsTo, readOutbox, skipToSummary } = site;
    await sendInquiries(site, 20);
    const free = await slots();
    await waitForDeliveries();
    const { token } = (await book(pickSlot(free, 96))).json();
    await waitForDeliveries();
    await post('reschedule', { token, start: pickSlot(free, 100) });
    await waitForDeliveries();
    await skipToSummary();
    const calls = (await readOutbox()).filter(({ kind }) => kind === 'call-notification');
    expect(calls.map(({ status, lastError }) => [status, lastError]).toSorted()).toEqual([
      ['off', 'the call was changed again'],
      ['sent', null],
    ]);
    expect((await listMailsTo(owner)).at(-1)?.subject).toBe('Summary: 1 more inquiries and calls');
  });

  test('lists at most 200 inquiries in a summary and the remaining ones in the next', async () => {
    const site = await siteWithMail();
    const { waitForDeliveries, listMailsTo, readOutbox, db, skipToSummary } = site;
    await sendInquiries(site, 21);
    await waitForDeliveries();
    const [held] = (await readOutbox()).filter(({ heldAt }) => heldAt);
    if (!held) throw new Error('No mail is held.');
    const more = Array.from({ length: 239 }, (_, index) => ({
      ...held,
      id: `${held.id}-${index}`,
    }));
    await db.insertInto('outbox').values(more).execute();
    await skipToSummary();
    const [first, second] = (await listMailsTo(owner)).slice(20);
    expect(first?.text).toContain('and 40 more, listed in the next email.');
    expect(first?.text.match(/^- New lead/gm)).toHaveLength(200);
    expect(second?.text.match(/^- New lead/gm)).toHaveLength(40);
  });

  test('sends one summary when two processes find it due at the same time', async () => {
    const { buildApp } = await import('../../src/app/app.server');
    const { defaultTimings } = await import('../../src/foundation/outbox/delivery-attempt.server');
    const site = await siteWithMail();
    const { db, environment, waitForDeliveries, listMailsTo, skipToSummary } = site;
    const second = await buildApp({
      db,
      environment,
      clientDir: '/nonexistent',
      outboxDelays: { ...defaultTimings, pollMs: 20 },
    });
    onTestFinished(() => second.close());
    await sendInquiries(site, 35);
    await waitForDeliveries();
    await skipToSummary();
    const summaries = (await listMailsTo(owner)).slice(20);
    expect(summaries.map(({ subject }) => subject)).toEqual([
      'Summary: 15 more inquiries and calls',
    ]);
  });

  test('retries a rejected summary as one email', async () => {
    const site = await siteWithMail();
    const { waitForDeliveries, listMailsTo, readOutbox, smtp, skipToSummary } = site;
    await sendInquiries(site, 23);
    await waitForDeliveries();
    smtp.fail(2);
    await skipToSummary();
    expect((await readOutbox()).every(({ status }) => status === 'sent')).toBe(true);
    const summaries = (await listMailsTo(owner)).slice(20);
    expect(summaries.map(({ subject }) => subject)).toEqual([
      'Summary: 3 more inquiries and calls',
    ]);
  });
});
