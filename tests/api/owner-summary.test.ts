import { describe, expect, test } from 'vitest';
import { createRateLimitCounter } from '../../src/db/rate-limit-counter.server';
import { maxOwnerMails } from '../../src/foundation/outbox/mail-limits.server';
import { HOUR } from '../../src/lib/time/durations';
import { createMailSite, owner } from '../support/mail-site';
import { sampleLead } from '../support/samples';
import { pickSlot } from '../support/scheduling-site';
import { startSecondApp, type TestSite } from '../support/test-app';

/** Sends inquiries from different people. */
async function sendInquiries(
  { visitor }: Pick<Awaited<ReturnType<typeof createMailSite>>, 'visitor'>,
  count: number,
  changes: object = {},
) {
  for (let index = 0; index < count; index += 1) {
    const companyName = `Company ${index}`;
    const email = `lead${index}@x${index}.example`;
    await visitor('POST', '/api/leads', { ...sampleLead, companyName, email, ...changes });
  }
}

/** Counts as many emails to the owner as are sent one by one within an hour. */
async function useUpHour({ db }: Pick<TestSite, 'db'>) {
  const count = createRateLimitCounter(db);
  await Promise.all(
    Array.from({ length: maxOwnerMails }, () => count(['mails to the owner'], HOUR)),
  );
}

describe('owner notifications during a flood of inquiries', () => {
  test('sends 20 emails one by one and the other ten in one summary', async () => {
    const site = await createMailSite();
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
    const site = await createMailSite();
    await sendInquiries(site, 30, { website: 'https://spam.example' });
    await sendInquiries(site, 20);
    await site.waitForDeliveries();
    const subjects = (await site.listMailsTo(owner)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Suspected spam'))).toHaveLength(10);
    expect(subjects.filter((subject) => subject.startsWith('New lead'))).toHaveLength(20);
  });

  test('sends an email about a call that begins soon at once and holds one about a later call', async () => {
    const site = await createMailSite();
    const { slots, book, waitForDeliveries, listMailsTo, readOutbox } = site;
    await useUpHour(site);
    const free = await slots();
    await book(free[0]);
    await waitForDeliveries();
    expect((await listMailsTo(owner)).at(-1)?.subject).toContain('Call booked');
    await book(pickSlot(free, 96));
    await waitForDeliveries();
    expect(await listMailsTo(owner)).toHaveLength(1);
    expect((await readOutbox()).filter(({ heldAt }) => heldAt)).toMatchObject([
      { kind: 'call-notification', status: 'pending' },
    ]);
  });

  test('turns off a held email about a call that was changed again, and records the reason', async () => {
    const site = await createMailSite();
    const { slots, book, post, waitForDeliveries, listMailsTo, readOutbox, skipToSummary } = site;
    await useUpHour(site);
    const free = await slots();
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
    expect((await listMailsTo(owner)).at(-1)?.subject).toBe('Summary: 1 more inquiry or call');
  });

  test('lists at most 200 inquiries in a summary and the remaining ones in the next', async () => {
    const site = await createMailSite();
    const { waitForDeliveries, listMailsTo, readOutbox, db, skipToSummary } = site;
    await useUpHour(site);
    await sendInquiries(site, 1);
    await waitForDeliveries();
    const [held] = (await readOutbox()).filter(({ heldAt }) => heldAt);
    if (!held) throw new Error('No mail is held.');
    const more = Array.from({ length: 239 }, (_, index) => ({
      ...held,
      id: `${held.id}-${index}`,
    }));
    await db.insertInto('outbox').values(more).execute();
    await skipToSummary();
    const [first, second] = await listMailsTo(owner);
    expect(first?.text).toContain('and 40 more, listed in the next email.');
    expect(first?.text.match(/^- New lead/gm)).toHaveLength(200);
    expect(second?.text.match(/^- New lead/gm)).toHaveLength(40);
  });

  test('sends one summary when two processes find it due at the same time', async () => {
    const site = await createMailSite();
    const { waitForDeliveries, listMailsTo, skipToSummary } = site;
    await startSecondApp(site, { pollMs: 20 });
    await useUpHour(site);
    await sendInquiries(site, 15);
    await waitForDeliveries();
    await skipToSummary();
    const summaries = await listMailsTo(owner);
    expect(summaries.map(({ subject }) => subject)).toEqual([
      'Summary: 15 more inquiries and calls',
    ]);
  });

  test('retries a rejected summary as one email', async () => {
    const site = await createMailSite();
    const { waitForDeliveries, listMailsTo, readOutbox, smtp, skipToSummary } = site;
    await useUpHour(site);
    await sendInquiries(site, 3);
    await waitForDeliveries();
    smtp.fail(2);
    await skipToSummary();
    expect((await readOutbox()).every(({ status }) => status === 'sent')).toBe(true);
    const summaries = await listMailsTo(owner);
    expect(summaries.map(({ subject }) => subject)).toEqual([
      'Summary: 3 more inquiries and calls',
    ]);
  });
});
