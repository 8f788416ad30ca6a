import { describe, expect, test } from 'vitest';
import { pickLeadMails } from '../support/lead-mails';
import { createMailSite } from '../support/mail-site';
import { sampleLead } from '../support/samples';
import { shortTimings, startSecondApp } from '../support/test-app';

/** Starts a site with mail, which reads the mails of inquiries from the outbox. */
async function createSite(timings?: Parameters<typeof createMailSite>[0]) {
  const site = await createMailSite(timings);
  const send = (fields: object = {}) =>
    site.visitor('POST', '/api/leads', { ...sampleLead, ...fields });
  return { ...site, send, readMails: async () => pickLeadMails(await site.readOutbox()) };
}

describe('email outbox', () => {
  test('delivers an email whose due date a wrong clock put a year ahead', async () => {
    const { send, smtp, readMails, db } = await createSite({
      firstRetryMs: 60_000,
      maxRetryMs: 60_000,
    });
    smtp.fail(2);
    await send();
    const readLastErrors = async () => (await readMails()).map(({ lastError }) => lastError);
    await expect.poll(readLastErrors).not.toContain(null);
    const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString();
    await db.updateTable('outbox').set({ dueAt: inAYear }).execute();
    await expect
      .poll(async () => (await readMails()).map(({ status }) => status))
      .toEqual(['sent', 'sent']);
  });

  test('retries a rejected email until the server accepts it', async () => {
    const { send, smtp, waitForDeliveries, readMails } = await createSite();
    smtp.fail(3);
    await send();
    await waitForDeliveries();
    const rows = await readMails();
    expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent']);
    expect(rows.reduce((sum, row) => sum + row.attempts, 0)).toBe(5);
    expect(smtp.count()).toBe(2);
  });

  test('marks an email that was rejected for a day as failed, with the reason', async () => {
    const { send, smtp, waitForDeliveries, readMails, db } = await createSite();
    smtp.fail(10_000);
    await send();
    const readMinAttempts = async () =>
      Math.min(...(await readMails()).map(({ attempts }) => attempts));
    await expect.poll(readMinAttempts).toBeGreaterThan(1);
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
    await db.updateTable('outbox').set({ createdAt: yesterday }).execute();
    await waitForDeliveries();
    const rows = await readMails();
    expect(rows).toHaveLength(2);
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'failed', lastError: expect.stringContaining('451') });
      expect(row.attempts).toBeGreaterThan(1);
    }
  });

  test('delivers each email once when two processes share the database', async () => {
    const site = await createSite();
    await startSecondApp(site, { pollMs: 5 });
    // A different mailbox each time, because emails per mailbox are rate limited.
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => site.send({ email: `lead${index}@x.example` })),
    );
    await site.waitForDeliveries();
    const mails = await site.smtp.received(20);
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(20);
    expect(site.smtp.count()).toBe(20);
  });

  test('sends an email once when it is sent again while another process is sending it', async () => {
    const site = await createSite();
    site.smtp.loseResponse('hang');
    await site.send();
    const [{ messageId } = {}] = await site.smtp.received(1);
    const inFlight = (await site.readMails()).find(({ id }) => messageId?.includes(id));
    if (!inFlight) throw new Error('No email is in flight.');
    const second = await startSecondApp(site, shortTimings);
    const retried = await site.admin('POST', `/api/deliveries/${inFlight.id}/retry`);
    expect(retried.json()).toMatchObject({ status: 'pending', dueAt: inFlight.dueAt });
    // The second process makes deliveries in the order in which they became due.
    await site.send({ email: 'next@x.example' });
    second.wakeOutbox();
    const mails = await site.smtp.received(4);
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(4);
    // Ends the first process's attempt.
    site.smtp.ignore(0, 'close');
  });

  test('counts no attempt at a delivery that only a newer release can make', async () => {
    const { send, db, app, readOutbox } = await createSite();
    await send();
    const [row] = await readOutbox();
    if (!row) throw new Error('The inquiry has no delivery.');
    const dueAt = new Date().toISOString();
    const newer = { ...row, id: 'newer', kind: 'of-a-newer-release', attempts: 0, dueAt };
    await db
      .insertInto('outbox')
      .values({ ...newer, status: 'pending', sentAt: null, lastError: null })
      .execute();
    app.wakeOutbox();
    const read = async () => (await readOutbox()).find(({ id }) => id === newer.id);
    await expect.poll(async () => (await read())?.dueAt).not.toBe(dueAt);
    expect(await read()).toMatchObject({ status: 'pending', attempts: 0 });
  });
});
