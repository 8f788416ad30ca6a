import { describe, expect, test } from 'vitest';
import { pickLeadMails } from '../support/lead-mails';
import { createMailSite, owner } from '../support/mail-site';
import { sampleLead } from '../support/samples';

const unreachable = { firstRetryMs: 60_000 };

/** Sends an inquiry to a site with mail. @returns the site, and the outbox's rows of its mails */
async function sendInquiry(settings: Record<string, string> = {}, timings = {}) {
  const site = await createMailSite(timings, { SITE_URL: 'https://crew.example', ...settings });
  const sent = await site.visitor('POST', '/api/leads', sampleLead);
  expect(sent.statusCode).toBe(201);
  const readMails = async () => pickLeadMails(await site.readOutbox());
  return { ...site, id: sent.json().id as string, readMails };
}

describe('the emails about an inquiry', () => {
  test('are sent once each to the owner and the visitor, and their responses are stored', async () => {
    const { id, smtp, waitForDeliveries, readMails } = await sendInquiry();
    await waitForDeliveries();
    const rows = await readMails();
    expect(rows.map(({ kind, status }) => [kind, status]).sort()).toEqual([
      ['lead-confirmation', 'sent'],
      ['lead-notification', 'sent'],
    ]);
    for (const { answer } of rows) expect(answer).toMatch(/^250 /);
    const mails = await smtp.received(2);
    expect(mails.map(({ messageId }) => messageId).sort()).toEqual(
      rows.map((row) => `<${row.id}@crew.example>`).sort(),
    );
    const toOwner = mails.find((mail) => mail.to === owner);
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

  test('wait while the mail server can’t be reached, which the owner reads in plain words', async () => {
    const { readMails } = await sendInquiry({ SMTP_URL: 'smtp://127.0.0.1:1' }, unreachable);
    const readLastErrors = async () => (await readMails()).map(({ lastError }) => lastError);
    await expect.poll(readLastErrors).toEqual(Array(2).fill('The mail server can’t be reached.'));
    expect((await readMails()).map(({ status }) => status)).toEqual(['pending', 'pending']);
  });

  test('are not sent once the lead is deleted, and can be sent again after it is restored', async () => {
    const { id, admin, readMails } = await sendInquiry({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const readLastErrors = async () => (await readMails()).map(({ lastError }) => lastError);
    await expect.poll(readLastErrors).not.toContain(null);
    await admin('DELETE', `/api/leads/${id}`);
    const notSent = { status: 'off', sentAt: null, lastError: 'the lead was deleted' };
    await expect.poll(readMails).toEqual(Array(2).fill(expect.objectContaining(notSent)));
    await admin('POST', `/api/leads/${id}/restore`);
    for (const mail of await readMails()) {
      expect((await admin('POST', `/api/deliveries/${mail.id}/retry`)).statusCode).toBe(200);
    }
  });

  test.each([
    ['both', 'SMTP_URL', ['off', 'off']],
    ['that to the owner', 'NOTIFY_EMAIL', ['sent', 'off']],
  ])('are recorded as off, %s, when %s is not set', async (_, name, statuses) => {
    const { waitForDeliveries, readMails } = await sendInquiry({ [name]: '' });
    await waitForDeliveries();
    const rows = (await readMails()).sort((a, b) => a.kind.localeCompare(b.kind));
    expect(rows.map(({ status }) => status)).toEqual(statuses);
    const reasons = rows.map(({ lastError }) => lastError);
    if (name === 'SMTP_URL')
      expect(reasons).toEqual(Array(2).fill('Mail is off: no mail server is set'));
  });
});
