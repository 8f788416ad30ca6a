import { expect, test } from 'vitest';
import { type DeliveryRow, pickLeadMails } from '../lead-mails';
import { sampleLead } from '../samples';
import { startSmtp } from '../smtp';
import { testApp } from '../test-app';

const pauses = { first: 20, longest: 50, poll: 20 };

async function siteWithMail(settings: Record<string, string> = {}, more = {}) {
  const smtp = await startSmtp();
  const site = await testApp(
    {
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
      SITE_URL: 'https://crew.example',
      ...settings,
    },
    { ...pauses, ...more },
  );
  /** The lead's mails, as soon as none is pending any more. */
  const settled = async (id: string) => {
    for (;;) {
      const response = await site.admin('GET', `/api/leads/${id}/deliveries`);
      expect(response.statusCode).toBe(200);
      const rows = pickLeadMails<DeliveryRow>(response.json());
      if (rows.length > 0 && rows.every((row: { status: string }) => row.status !== 'pending'))
        return rows;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { ...site, smtp, settled };
}

test('the owner and the visitor each get one mail for an enquiry', async () => {
  const { visitor, smtp, settled } = await siteWithMail();
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  const rows = await settled(id);
  expect(rows.map((row: { kind: string; status: string }) => [row.kind, row.status])).toEqual([
    ['lead-confirmation', 'sent'],
    ['lead-notification', 'sent'],
  ]);
  const mails = await smtp.received(2);
  const toOwner = mails.find((mail) => mail.to === 'owner@crew.example');
  expect(toOwner).toMatchObject({
    from: 'hello@crew.example',
    replyTo: sampleLead.email,
    subject: 'New lead: Halden Skin Studios',
  });
  for (const part of [
    'Olga Brenner',
    sampleLead.email,
    'Full PM',
    'We lose bookings.',
    'https://crew.example/admin?tab=leads',
  ]) {
    expect(toOwner?.text).toContain(part);
  }
  const toVisitor = mails.find((mail) => mail.to === sampleLead.email);
  expect(toVisitor).toMatchObject({ from: 'hello@crew.example' });
  expect(toVisitor?.text).toMatch(/^Hello,\n/);
  expect(toVisitor?.text).toContain("We'll be in touch within 24 hours");
  expect(toVisitor?.text).not.toContain('We lose bookings.');
});

test('what a clock of the wrong year has put off is delivered all the same', async () => {
  const { visitor, smtp, settled, db } = await siteWithMail({}, { first: 60_000, longest: 60_000 });
  smtp.fail(2);
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  const lastErrors = async () =>
    pickLeadMails(await db.selectFrom('outbox').select(['kind', 'lastError']).execute()).map(
      ({ lastError }) => lastError,
    );
  await expect.poll(lastErrors).not.toContain(null);
  const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000).toISOString();
  await db.updateTable('outbox').set({ dueAt: inAYear }).execute();
  expect((await settled(id)).map((row: { status: string }) => row.status)).toEqual([
    'sent',
    'sent',
  ]);
});

test('each delivery has an id of its own that its mail carries', async () => {
  const { visitor, smtp, settled } = await siteWithMail();
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  const ids = (await settled(id)).map((row: { id: string }) => `<${row.id}@crew.example>`);
  const mails = await smtp.received(2);
  expect(mails.map((mail) => mail.messageId).sort()).toEqual(ids.sort());
});

test('a mail that is refused is tried again, under the same id, until it is taken', async () => {
  const { visitor, smtp, settled } = await siteWithMail();
  smtp.fail(3);
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  const rows = await settled(id);
  expect(rows.every((row: { status: string }) => row.status === 'sent')).toBe(true);
  expect(rows.reduce((sum: number, row: { attempts: number }) => sum + row.attempts, 0)).toBe(5);
  expect(await smtp.received(2)).toHaveLength(2);
});

test('a mail that is refused for a day is marked as failed, with the reason', async () => {
  const { visitor, smtp, settled, db } = await siteWithMail();
  smtp.fail(10_000);
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  const fewestTries = async () =>
    Math.min(
      ...pickLeadMails(await db.selectFrom('outbox').select(['kind', 'attempts']).execute()).map(
        (row) => row.attempts,
      ),
    );
  await expect.poll(fewestTries, { interval: 10, timeout: 5_000 }).toBeGreaterThan(1);
  const yesterday = new Date(Date.now() - 24 * 3_600_000).toISOString();
  await db.updateTable('outbox').set({ createdAt: yesterday }).execute();
  for (const row of await settled(id)) {
    expect(row).toMatchObject({ status: 'failed', lastError: expect.stringContaining('451') });
    expect(row.attempts).toBeGreaterThan(1);
  }
});

test('an enquiry is taken while mail is down', async () => {
  const { visitor, admin } = await siteWithMail({ SMTP_URL: 'smtp://127.0.0.1:1' });
  const sent = await visitor('POST', '/api/leads', sampleLead);
  expect(sent.statusCode).toBe(201);
  expect((await admin('GET', '/api/leads')).json()).toHaveLength(1);
});

test('mail that is off is recorded as such', async () => {
  const { visitor, settled } = await siteWithMail({ SMTP_URL: '' });
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  for (const row of await settled(id)) {
    expect(row).toMatchObject({ status: 'off', lastError: 'Mail is off: SMTP_URL is not set' });
  }
});

test('an owner who named no address is not mailed, the visitor is', async () => {
  const { visitor, settled } = await siteWithMail({ NOTIFY_EMAIL: '' });
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  expect(
    (await settled(id)).map((row: { kind: string; status: string }) => [row.kind, row.status]),
  ).toEqual([
    ['lead-confirmation', 'sent'],
    ['lead-notification', 'off'],
  ]);
});

test('two processes deliver each mail once', async () => {
  const { buildApp } = await import('../../src/app/build-app.server');
  const { defaultPauses } = await import('../../src/features/outbox/worker.server');
  const { visitor, smtp, settled, db, environment } = await siteWithMail();
  const second = await buildApp({
    db,
    environment,
    clientDir: '/nowhere',
    pauses: { ...defaultPauses, poll: 5 },
  });
  const ids = await Promise.all(
    Array.from(
      { length: 10 },
      // Each to a mailbox of its own: those of one are bounded.
      async (_, at) =>
        (
          await visitor('POST', '/api/leads', { ...sampleLead, email: `lead${at}@x.example` })
        ).json().id,
    ),
  );
  for (const id of ids) await settled(id);
  const mails = await smtp.received(20);
  expect(new Set(mails.map((mail) => mail.messageId)).size).toBe(20);
  expect(smtp.count()).toBe(20);
  await second.close();
});

test('a name can’t bring a header or a second receiver into a mail', async () => {
  const { visitor, smtp, settled } = await siteWithMail();
  const refused = await visitor('POST', '/api/leads', {
    ...sampleLead,
    companyName: 'x\r\nBcc: all@x.example',
  });
  expect(refused.statusCode).toBe(400);
  const { id } = (
    await visitor('POST', '/api/leads', {
      ...sampleLead,
      contactName: '"a" <b@c.example>, www.spam.example',
    })
  ).json();
  await settled(id);
  const mails = await smtp.received(2);
  expect(mails.map((mail) => mail.to).sort()).toEqual([
    'olga@haldenskin.example',
    'owner@crew.example',
  ]);
  const toVisitor = mails.find((mail) => mail.to === sampleLead.email);
  expect(toVisitor?.text).not.toContain('spam');
});
