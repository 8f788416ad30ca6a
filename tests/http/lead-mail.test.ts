import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import type { DeliveryRow } from '../support/lead-mails';
import { sampleLead } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { createTestApp, shareSite, shortTimings, startSecondApp } from '../support/test-app';

const mail = { subject: 'Hours at your front desk', body: 'Hello Olga,\n\nshall we talk?' };
const unconfirmed = 'The mail server did not say whether it took this mail. It may have arrived.';

/** Creates a site with a lead and functions that send it a mail and read what became of it. */
async function createSite(settings: Record<string, string> = {}, timings = {}) {
  const smtp = await startSmtp();
  const site = await createTestApp(
    {
      SMTP_URL: smtp.url,
      NOTIFY_EMAIL: 'owner@crew.example',
      SITE_URL: 'https://crew.example',
      ...settings,
    },
    { ...shortTimings, ...timings },
  );
  const { id } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
  const url = `/api/leads/${id}`;
  if (!('SMTP_URL' in settings)) await smtp.received(2);
  smtp.reset();
  const send = (body: object = mail, headers = {}) =>
    site.admin('POST', `${url}/mail`, body, headers);
  const readDelivery = async (): Promise<DeliveryRow | undefined> =>
    (await site.admin('GET', `${url}/deliveries`))
      .json()
      .find(({ kind }: DeliveryRow) => kind === 'lead-mail');
  const expectStatus = (status: string) =>
    expect.poll(async () => (await readDelivery())?.status).toBe(status);
  return { ...site, smtp, url, send, readDelivery, expectStatus };
}

describe('POST /api/leads/{id}/mail', () => {
  it('sends a plain mail from the site, once for a repeated request, with replies to the owner', async () => {
    const { admin, smtp, url, send, expectStatus } = await createSite();
    const headers = { 'idempotency-key': 'b9e4c2d0-0f4e-4d0c-8d7b-3d1a6f0b7c11' };
    for (const response of [await send(mail, headers), await send(mail, headers)]) {
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ status: 'contacted' });
    }
    await expectStatus('sent');
    expect(await smtp.received(1)).toEqual([
      expect.objectContaining({
        from: 'hello@crew.example',
        to: sampleLead.email,
        replyTo: 'owner@crew.example',
        subject: mail.subject,
        text: `${mail.body}\n`,
        html: undefined,
      }),
    ]);
    const { timeline } = (await admin('GET', url)).json();
    expect(timeline).toContainEqual(
      expect.objectContaining({
        kind: 'contact',
        after: { channel: 'sent-mail', note: `${mail.subject}\n\n${mail.body}` },
      }),
    );
    expect((await admin('GET', '/api/leads?q=shall%20talk')).json()).toHaveLength(1);
  });

  const getSite = shareSite(createSite);

  test.each([
    ['no subject', { ...mail, subject: ' ' }, 'subject'],
    ['a subject of two lines', { ...mail, subject: 'One\nBcc: two@x.example' }, 'subject'],
    ['no text', { ...mail, body: '' }, 'body'],
    ['a text of more than 5,000 characters', { ...mail, body: 'x'.repeat(5_001) }, 'body'],
  ])('rejects %s and sends nothing', async (_case, body, field) => {
    const { send, readDelivery } = getSite();
    const response = await send(body);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
    expect(await readDelivery()).toBeUndefined();
  });

  it('responds with 409 while no mail server is set, and leaves the lead as it is', async () => {
    const { admin, send, url } = await createSite({ SMTP_URL: '' });
    const response = await send();
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toBe('Mail is off: no mail server is set.');
    expect((await admin('GET', url)).json()).toMatchObject({ status: 'new' });
  });

  it('is sent again after the mail server has rejected it', async () => {
    const { smtp, send, expectStatus } = await createSite();
    smtp.fail(2);
    await send();
    await expectStatus('sent');
    expect(smtp.count()).toBe(1);
  });

  it('waits for a mail server that is not running', async () => {
    const { send, readDelivery } = await createSite({ SMTP_URL: 'smtp://127.0.0.1:1' });
    await send();
    await expect.poll(async () => (await readDelivery())?.attempts).toBeGreaterThan(1);
    expect(await readDelivery()).toMatchObject({ status: 'pending' });
  });

  // Nodemailer itself connects again after the server has closed its connection.
  test.each([
    ['close', 7],
    ['hang', 1],
  ] as const)('is sent again after a mail server said nothing (%s)', async (how, times) => {
    const { smtp, send, readDelivery, expectStatus } = await createSite(
      {},
      { mailTimeoutMs: 1_000 },
    );
    smtp.ignore(times, how);
    await send();
    await expectStatus('sent');
    expect(await readDelivery()).toMatchObject({ lastError: null });
    expect(smtp.count()).toBe(1);
  });

  test.each(['close', 'hang'] as const)(
    'is not sent again automatically after a mail server took it without a response (%s)',
    async (then) => {
      const { admin, smtp, send, readDelivery, expectStatus } = await createSite(
        {},
        { mailTimeoutMs: 1_000 },
      );
      smtp.loseResponse(then);
      await send();
      await expectStatus('failed');
      expect(await readDelivery()).toMatchObject({ lastError: unconfirmed, attempts: 1 });
      expect(smtp.count()).toBe(1);
      const { id } = (await readDelivery()) ?? {};
      expect((await admin('POST', `/api/deliveries/${id}/retry`)).statusCode).toBe(200);
      await expectStatus('sent');
      expect(smtp.count()).toBe(2);
    },
  );

  it('is not sent again automatically after its process was killed in the middle', async () => {
    const { db, smtp, send, readDelivery, expectStatus } = await createSite();
    await send();
    await expectStatus('sent');
    const { id = '' } = (await readDelivery()) ?? {};
    // As the process leaves it between the mail server's response and its own note of it.
    await db
      .updateTable('outbox')
      .set({ status: 'pending', sentAt: null, answer: null, dueAt: new Date().toISOString() })
      .where('id', '=', id)
      .execute();
    await expectStatus('failed');
    expect(await readDelivery()).toMatchObject({ lastError: unconfirmed });
    expect(smtp.count()).toBe(1);
  });

  it('is not sent again automatically after its process died in the attempt that followed a failure', async () => {
    const site = await createSite();
    const { db, smtp, send, readDelivery, expectStatus } = site;
    smtp.fail(1);
    // The process of the second attempt hears nothing more, as if it were dead.
    smtp.loseResponse('hang');
    await send();
    await smtp.received(1);
    expect(await readDelivery()).toMatchObject({ status: 'pending', attempts: 2 });
    // The end of its lease.
    await db.updateTable('outbox').set({ dueAt: new Date().toISOString() }).execute();
    await startSecondApp(site, shortTimings);
    await expectStatus('failed');
    expect(await readDelivery()).toMatchObject({ lastError: unconfirmed, attempts: 3 });
    expect(smtp.count()).toBe(1);
    // Ends the first process's attempt.
    smtp.ignore(0, 'close');
  });

  it('is not sent again automatically when the database refuses to record that it was sent', async () => {
    const { db, smtp, send, readDelivery, expectStatus } = await createSite({}, { leaseMs: 100 });
    await sql`create trigger refuse_sent before update on outbox
      when new.kind = 'lead-mail' and new.status = 'sent'
      begin select raise(abort, 'the disk is full'); end`.execute(db);
    await send();
    await expectStatus('failed');
    expect(await readDelivery()).toMatchObject({ lastError: unconfirmed });
    expect(smtp.count()).toBe(1);
  });
});
