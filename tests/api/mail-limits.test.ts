import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleLead } from '../samples';
import { caller, later, schedulingSite } from '../scheduling-site';
import { startSmtp } from '../smtp';

const owner = 'owner@crew.example';

/** Milliseconds that the deliveries of a busy machine may take. */
const wait = { timeout: 15_000 };

async function siteWithMail(pauses: { settle?: number } = {}) {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.close());
  const site = await schedulingSite({}, { SMTP_URL: smtp.url, NOTIFY_EMAIL: owner }, pauses);
  const readOutbox = () => site.db.selectFrom('outbox').selectAll().execute();
  /** Waits until nothing is about to be delivered but what is put off. */
  const delivered = () =>
    expect
      .poll(
        async () =>
          (await readOutbox()).filter(
            ({ status, dueAt }) =>
              status === 'pending' && Date.parse(dueAt) < Date.now() + 4 * 60_000,
          ).length,
        wait,
      )
      .toBe(0);
  const mailsTo = async (address: string) =>
    (await smtp.received(0)).filter(({ to }) => to.toLowerCase() === address.toLowerCase());
  /** Ends the windows of an hour, and makes due what waits for their end. */
  async function passHour() {
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
    await delivered();
  }
  const passMinutes = async () => {
    const past = new Date(Date.now() - 1_000).toISOString();
    await site.db
      .updateTable('outbox')
      .set({ dueAt: past })
      .where('heldAt', 'is not', null)
      .where('status', '=', 'pending')
      .execute();
    await delivered();
  };
  return { ...site, smtp, readOutbox, delivered, mailsTo, passHour, passMinutes };
}

/** Sends inquiries of different people. */
async function sendInquiries(
  { visitor }: Pick<Awaited<ReturnType<typeof siteWithMail>>, 'visitor'>,
  count: number,
  change: object = {},
) {
  for (let at = 0; at < count; at += 1) {
    const companyName = `Company ${at}`;
    const email = `lead${at}@x${at}.example`;
    await visitor('POST', '/api/leads', { ...sampleLead, companyName, email, ...change });
  }
}

describe('mails to one mailbox that strangers cause', () => {
  test('are five in an hour and ten in a day, however the address is written', async () => {
    const { visitor, admin, delivered, smtp, passHour } = await siteWithMail();
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const email = `Victim+${at}@mailbox.example`;
      const sent = await visitor('POST', '/api/leads', { ...sampleLead, email });
      expect(sent.statusCode).toBe(201);
      ids.push(sent.json().id);
    }
    await delivered();
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
    await passHour();
    expect(await countMails()).toBe(10);
    await passHour();
    expect(await countMails()).toBe(10);
    const refused = await outcomes();
    expect(refused.map(({ status }) => status)).toEqual(['off', 'off']);
    expect(refused[0]?.lastError).toBe(
      'this address already got 10 emails about inquiries within a day',
    );
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(12);
  });

  test('leave a call booked with that address its own mail with the link', async () => {
    const { slots, book, visitor, delivered, mailsTo } = await siteWithMail();
    for (let at = 0; at < 6; at += 1) await visitor('POST', '/api/leads', sampleLead);
    await delivered();
    await book(later(await slots()));
    await delivered();
    const last = (await mailsTo(caller.email)).at(-1);
    expect(last?.subject).toContain('call is booked');
    expect(last?.text).toContain('/schedule#call=');
  });

  test('tell of the last state of a call when the hour is over', async () => {
    const { slots, book, post, delivered, mailsTo, passHour } = await siteWithMail();
    const free = await slots();
    const { token } = (await book(later(free))).json();
    await delivered();
    for (let at = 0; at < 5; at += 1) {
      await post('reschedule', { token, start: later(free, 60 + at) });
      await delivered();
    }
    await post('cancel', { token });
    await delivered();
    expect(await mailsTo(caller.email)).toHaveLength(5);
    await passHour();
    const mails = await mailsTo(caller.email);
    expect(mails).toHaveLength(6);
    expect(mails.at(-1)?.subject).toContain('is canceled');
  });

  test('do not keep the owner from canceling a call by mail', async () => {
    const { slots, book, post, admin, delivered, mailsTo } = await siteWithMail();
    const free = await slots();
    const { id, token } = (await book(later(free))).json();
    for (let at = 0; at < 6; at += 1) {
      await delivered();
      await post('reschedule', { token, start: later(free, 60 + at) });
    }
    await delivered();
    expect(await mailsTo(caller.email)).toHaveLength(5);
    await admin('PATCH', `/api/scheduling/bookings/${id}`, { status: 'canceled' });
    await delivered();
    expect((await mailsTo(caller.email)).at(-1)?.subject).toContain('is canceled');
  });

  test.each([
    ['30 in an hour for a domain', 'catch-all.example', 30],
    ['not bounded for a public provider', 'gmail.com', 32],
  ])('are %s', async (_, domain, expected) => {
    const { visitor, delivered, smtp } = await siteWithMail();
    for (let at = 0; at < 32; at += 1) {
      await visitor('POST', '/api/leads', { ...sampleLead, email: `person${at}@${domain}` });
    }
    await delivered();
    const mails = (await smtp.received(0)).filter(({ to }) => to.endsWith(`@${domain}`));
    expect(mails).toHaveLength(expected);
  });
});

describe('a call that is moved three times', () => {
  test('causes one mail to each with the last time', async () => {
    const { slots, book, post, delivered, readOutbox, mailsTo, db } = await siteWithMail({
      settle: 60_000,
    });
    const free = await slots();
    const { token } = (await book(later(free))).json();
    await expect
      .poll(async () => (await readOutbox()).filter(({ status }) => status === 'sent').length, wait)
      .toBe(2);
    for (const index of [60, 64, 68])
      await post('reschedule', { token, start: later(free, index) });
    // A minute later.
    const past = new Date(Date.now() - 61_000).toISOString();
    await db
      .updateTable('outbox')
      .set({ createdAt: past, dueAt: past })
      .where('status', '=', 'pending')
      .execute();
    await delivered();
    for (const address of [caller.email, owner]) {
      const subjects = (await mailsTo(address)).map(({ subject }) => subject);
      expect(subjects).toEqual([
        expect.stringContaining('booked'),
        expect.stringContaining('moved'),
      ]);
    }
    const [, moved] = await mailsTo(caller.email);
    expect(moved?.calendar).toContain(`DTSTART:${later(free, 68).replaceAll(/[-:]|\.000/g, '')}`);
    const replaced = (await readOutbox()).filter(({ status }) => status === 'off');
    expect(replaced.map(({ lastError }) => lastError)).toEqual(
      Array.from({ length: 4 }, () => 'the call was changed again'),
    );
  });
});

describe('a flood of inquiries', () => {
  test('sends the owner 20 mails and a summary of the others, and loses none', async () => {
    const site = await siteWithMail();
    const { admin, delivered, mailsTo, readOutbox, passMinutes } = site;
    await sendInquiries(site, 30);
    await delivered();
    expect(await mailsTo(owner)).toHaveLength(20);
    const held = (await readOutbox()).filter(({ heldAt }) => heldAt);
    expect(held).toHaveLength(10);
    for (const { dueAt, heldAt } of held) {
      const minutes = (Date.parse(dueAt) - Date.parse(heldAt ?? '')) / 60_000;
      expect(minutes).toBeGreaterThan(4.9);
      expect(minutes).toBeLessThan(10.1);
    }
    const { body } = await admin('GET', `/api/leads/${held[0]?.leadId}/deliveries`);
    expect(body).toContain('comes with the next summary');
    await passMinutes();
    expect((await readOutbox()).every(({ status }) => status === 'sent')).toBe(true);
    const mails = await mailsTo(owner);
    expect(mails).toHaveLength(21);
    expect(mails.at(-1)?.subject).toBe('Summary: 10 more inquiries and calls');
    const told = mails.map(({ subject, text }) => `${subject}\n${text}`).join('\n');
    for (let at = 0; at < 30; at += 1) expect(told).toMatch(new RegExp(`Company ${at}\\b`));
  });

  test('that is spam holds up no mail about real leads', async () => {
    const site = await siteWithMail();
    await sendInquiries(site, 30, { website: 'https://spam.example' });
    await sendInquiries(site, 20);
    await site.delivered();
    const subjects = (await site.mailsTo(owner)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Suspected spam'))).toHaveLength(10);
    expect(subjects.filter((subject) => subject.startsWith('New lead'))).toHaveLength(20);
  });

  test('holds up a mail about a later call, and none about a call that begins soon', async () => {
    const site = await siteWithMail();
    const { slots, book, delivered, mailsTo, readOutbox } = site;
    await sendInquiries(site, 20);
    await delivered();
    const free = await slots();
    await book(free[0]);
    await delivered();
    expect((await mailsTo(owner)).at(-1)?.subject).toContain('Call booked');
    await book(later(free, 96));
    await delivered();
    expect(await mailsTo(owner)).toHaveLength(21);
    expect((await readOutbox()).filter(({ heldAt }) => heldAt)).toMatchObject([
      { kind: 'call-notification', status: 'pending' },
    ]);
  });

  test('stores why a held mail has nothing to tell any more', async () => {
    const site = await siteWithMail();
    const { slots, book, post, delivered, mailsTo, readOutbox, passMinutes } = site;
    await sendInquiries(site, 20);
    const free = await slots();
    await delivered();
    const { token } = (await book(later(free, 96))).json();
    await delivered();
    await post('reschedule', { token, start: later(free, 100) });
    await delivered();
    await passMinutes();
    const calls = (await readOutbox()).filter(({ kind }) => kind === 'call-notification');
    expect(calls.map(({ status, lastError }) => [status, lastError]).toSorted()).toEqual([
      ['off', 'the call was changed again'],
      ['sent', null],
    ]);
    expect((await mailsTo(owner)).at(-1)?.subject).toBe('Summary: 1 more inquiries and calls');
  });

  test('is listed by 200 in a summary, which counts the others', async () => {
    const site = await siteWithMail();
    const { delivered, mailsTo, readOutbox, db, passMinutes } = site;
    await sendInquiries(site, 21);
    await delivered();
    const [held] = (await readOutbox()).filter(({ heldAt }) => heldAt);
    if (!held) throw new Error('No mail is held.');
    const more = Array.from({ length: 239 }, (_, at) => ({ ...held, id: `${held.id}-${at}` }));
    await db.insertInto('outbox').values(more).execute();
    await passMinutes();
    const [first, second] = (await mailsTo(owner)).slice(20);
    expect(first?.text).toContain('and 40 more, which the next mail lists.');
    expect(first?.text.match(/^- New lead/gm)).toHaveLength(200);
    expect(second?.text.match(/^- New lead/gm)).toHaveLength(40);
  });

  test('comes in one summary that two processes have due at the same time', async () => {
    const { buildApp } = await import('../../src/app/build-app.server');
    const { defaultPauses } = await import('../../src/features/outbox/worker.server');
    const site = await siteWithMail();
    const { db, environment, delivered, mailsTo, passMinutes } = site;
    const second = await buildApp({
      db,
      environment,
      clientDir: '/nonexistent',
      pauses: { ...defaultPauses, poll: 20 },
    });
    onTestFinished(() => second.close());
    await sendInquiries(site, 35);
    await delivered();
    await passMinutes();
    const summaries = (await mailsTo(owner)).slice(20);
    expect(summaries.map(({ subject }) => subject)).toEqual([
      'Summary: 15 more inquiries and calls',
    ]);
  });

  test('keeps the summary in one for another try when the mail server refuses it', async () => {
    const site = await siteWithMail();
    const { delivered, mailsTo, readOutbox, smtp, passMinutes } = site;
    await sendInquiries(site, 23);
    await delivered();
    smtp.fail(2);
    await passMinutes();
    expect((await readOutbox()).every(({ status }) => status === 'sent')).toBe(true);
    const summaries = (await mailsTo(owner)).slice(20);
    expect(summaries.map(({ subject }) => subject)).toEqual([
      'Summary: 3 more inquiries and calls',
    ]);
  });
});
