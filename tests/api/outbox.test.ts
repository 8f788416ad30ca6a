import { describe, expect, test } from 'vitest';
import { type DeliveryRow, pickLeadMails } from '../support/lead-mails';
import { sampleLead } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { createTestApp, shortTimings, startSecondApp } from '../support/test-app';

async function siteWithMail(settings: Record<string, string> = {}, pauseOverrides = {}) {
  const smtp = await startSmtp();
  const site = await createTestApp(
    {
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
      SITE_URL: 'https://crew.example',
      ...settings,
    },
    { ...shortTimings, ...pauseOverrides },
  );
  /** Waits until none of the lead's deliveries is pending and returns them. */
  const waitForDeliveries = async (id: string) => {
    for (;;) {
      const response = await site.admin('GET', `/api/leads/${id}/deliveries`);
      expect(response.statusCode).toBe(200);
      const rows = pickLeadMails<DeliveryRow>(response.json());
      if (rows.length > 0 && rows.every((row) => row.status !== 'pending')) return rows;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ...site, smtp, waitForDeliveries };
}

describe('email outbox', () => {
  test('stores the response of the mail server with each email', async () => {
    const { visitor, waitForDeliveries } = await siteWithMail();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    for (const { answer } of await waitForDeliveries(id)) expect(answer).toMatch(/^250 /);
  });

  test('emails the owner and the visitor once each for an inquiry', async () => {
    const { visitor, smtp, waitForDeliveries } = await siteWithMail();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const rows = await waitForDeliveries(id);
    expect(rows.map((row) => [row.kind, row.status])).toEqual([
      ['lead-confirmation', 'sent'],
      ['lead-notification', 'sent'],
    ]);
    const mails = await smtp.received(2);
    const toOwner = mails.find((mail) => mail.to === 'owner@crew.example');
    expect(toOwner).toMatchObject({
      from: 'hello@crew.example',
      replyTo: sampleLead.email,
      subject: 'New lead: Halden Skin Studios, Full PM',
    });
    for (const part of [
      'Olga Brenner',
      sampleLead.email,
      'Full PM',
      'We lose bookings.',
      `https://crew.example/admin/leads/${id}`,
    ]) {
      expect(toOwner?.text).toContain(part);
    }
    const toVisitor = mails.find((mail) => mail.to === sampleLead.email);
    expect(toVisitor).toMatchObject({ from: 'hello@crew.example' });
    expect(toVisitor?.text.replaceAll('\n', ' ')).toContain("We'll be in touch by ");
    expect(toVisitor?.text).not.toContain('We lose bookings.');
  });

  test('delivers an email whose due date a wrong clock put a year ahead', async () => {
    const { visitor, smtp, waitForDeliveries, db } = await siteWithMail(
      {},
      { firstRetryMs: 60_000, maxRetryMs: 60_000 },
    );
    smtp.fail(2);
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const readLastErrors = async () =>
      pickLeadMails(await db.selectFrom('outbox').select(['kind', 'lastError']).execute()).map(
        ({ lastError }) => lastError,
      );
    await expect.poll(readLastErrors).not.toContain(null);
    const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString();
    await db.updateTable('outbox').set({ dueAt: inAYear }).execute();
    expect((await waitForDeliveries(id)).map((row) => row.status)).toEqual(['sent', 'sent']);
  });

  test('uses the delivery id as the Message-ID of its email', async () => {
    const { visitor, smtp, waitForDeliveries } = await siteWithMail();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const ids = (await waitForDeliveries(id)).map((row) => `<${row.id}@crew.example>`);
    const mails = await smtp.received(2);
    expect(mails.map((mail) => mail.messageId).sort()).toEqual(ids.sort());
  });

  test('retries a rejected email until the server accepts it', async () => {
    const { visitor, smtp, waitForDeliveries } = await siteWithMail();
    smtp.fail(3);
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const rows = await waitForDeliveries(id);
    expect(rows.every((row) => row.status === 'sent')).toBe(true);
    expect(rows.reduce((sum, row) => sum + row.attempts, 0)).toBe(5);
    expect(await smtp.received(2)).toHaveLength(2);
  });

  test('says in plain words that the mail server can’t be reached', async () => {
    const { visitor, smtp, db } = await siteWithMail({}, { firstRetryMs: 60_000 });
    await smtp.close();
    await visitor('POST', '/api/leads', sampleLead);
    const readLastErrors = async () =>
      pickLeadMails(await db.selectFrom('outbox').select(['kind', 'lastError']).execute()).map(
        ({ lastError }) => lastError,
      );
    await expect.poll(readLastErrors).toEqual(Array(2).fill('The mail server can’t be reached.'));
  });

  test('marks an email that was rejected for a day as failed, with the reason', async () => {
    const { visitor, smtp, waitForDeliveries, db } = await siteWithMail();
    smtp.fail(10_000);
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const readMinAttempts = async () =>
      Math.min(
        ...pickLeadMails(await db.selectFrom('outbox').select(['kind', 'attempts']).execute()).map(
          (row) => row.attempts,
        ),
      );
    await expect.poll(readMinAttempts).toBeGreaterThan(1);
    const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
    await db.updateTable('outbox').set({ createdAt: yesterday }).execute();
    for (const row of await waitForDeliveries(id)) {
      expect(row).toMatchObject({ status: 'failed', lastError: expect.stringContaining('451') });
      expect(row.attempts).toBeGreaterThan(1);
    }
  });

  test('stores an inquiry while the mail server is down', async () => {
    const { visitor, admin } = await siteWithMail({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const sent = await visitor('POST', '/api/leads', sampleLead);
    expect(sent.statusCode).toBe(201);
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(1);
  });

  test('records deliveries as off, with the reason, when SMTP_URL is not set', async () => {
    const { visitor, waitForDeliveries } = await siteWithMail({ SMTP_URL: '' });
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    for (const row of await waitForDeliveries(id)) {
      expect(row).toMatchObject({ status: 'off', lastError: 'Mail is off: no mail server is set' });
    }
  });

  test('emails only the visitor when NOTIFY_EMAIL is not set', async () => {
    const { visitor, waitForDeliveries } = await siteWithMail({ NOTIFY_EMAIL: '' });
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    expect((await waitForDeliveries(id)).map((row) => [row.kind, row.status])).toEqual([
      ['lead-confirmation', 'sent'],
      ['lead-notification', 'off'],
    ]);
  });

  test('delivers each email once when two processes share the database', async () => {
    const site = await siteWithMail();
    const { visitor, smtp, waitForDeliveries } = site;
    await startSecondApp(site, { pollMs: 5 });
    const ids = await Promise.all(
      Array.from(
        { length: 10 },
        // A different mailbox each time, because emails per mailbox are rate limited.
        async (_, index) =>
          (
            await visitor('POST', '/api/leads', { ...sampleLead, email: `lead${index}@x.example` })
          ).json().id,
      ),
    );
    for (const id of ids) await waitForDeliveries(id);
    const mails = await smtp.received(20);
    expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(20);
    expect(smtp.count()).toBe(20);
  });

  test('does not let a name inject a header or a second recipient into an email', async () => {
    const { visitor, smtp, waitForDeliveries } = await siteWithMail();
    const rejected = await visitor('POST', '/api/leads', {
      ...sampleLead,
      companyName: 'x\r\nBcc: all@x.example',
    });
    expect(rejected.statusCode).toBe(400);
    const { id } = (
      await visitor('POST', '/api/leads', {
        ...sampleLead,
        contactName: '"a" <b@c.example>, spam.example',
      })
    ).json();
    await waitForDeliveries(id);
    const mails = await smtp.received(2);
    expect(mails.map((mail) => mail.to).sort()).toEqual([
      'olga@haldenskin.example',
      'owner@crew.example',
    ]);
    const toVisitor = mails.find((mail) => mail.to === sampleLead.email);
    expect(toVisitor?.text).not.toContain('spam');
  });
});
