import { describe, expect, test } from 'vitest';
import { pickLeadMails } from '../support/lead-mails';
import { sampleLead } from '../support/samples';
import { startSmtp } from '../support/smtp';
import { createTestApp } from '../support/test-app';

type Site = Awaited<ReturnType<typeof createTestApp>>;

const listSuspectedSpam = async (site: Site) =>
  (await site.admin('GET', '/api/leads?suspect=true')).json() as { id: string; suspect: string }[];

describe('spam detection', () => {
  test.each([
    ['that fills in the honeypot', { website: 'https://spam.example' }, 'hidden-field'],
    ['that was sent after 90 ms', { tookMs: 90 }, 'too-fast'],
    [
      'that was sent after two seconds and contains a link',
      { tookMs: 2_000, message: 'See www.spam.example' },
      'too-fast',
    ],
    [
      'that reads like advertising',
      { tookMs: 40_000, message: 'Order 5000 backlinks: https://links.example.ru' },
      'text',
    ],
  ])('stores an inquiry %s, marks it as spam and responds as usual', async (_, signals, reason) => {
    const site = await createTestApp();
    const response = await site.visitor('POST', '/api/leads', { ...sampleLead, ...signals });
    expect(response.statusCode).toBe(201);
    expect(Object.keys(response.json())).toEqual(['id']);
    expect(await listSuspectedSpam(site)).toMatchObject([
      { id: response.json().id, suspect: reason },
    ]);
    expect((await site.admin('GET', '/api/leads')).json()).toHaveLength(1);
    expect((await site.admin('GET', '/api/leads/summary')).json()).toEqual({
      total: 1,
      new: 0,
      inProgress: 0,
      suspected: 1,
      deleted: 0,
      expiring: { count: 0, firstAt: null },
    });
  });

  test.each([
    ['a client that sends no spam signals', {}],
    ['a person', { website: '', tookMs: 45_000 }],
    ['a person with browser autofill', { website: '', tookMs: 1_200 }],
    ['a person who sends a link', { tookMs: 20_000, message: 'We are www.halden.example' }],
  ])('does not mark an inquiry from %s', async (_, signals) => {
    const site = await createTestApp();
    const response = await site.visitor('POST', '/api/leads', { ...sampleLead, ...signals });
    expect(response.statusCode).toBe(201);
    expect(await listSuspectedSpam(site)).toEqual([]);
  });

  test('marks inquiries sent as a plain HTML form', async () => {
    const site = await createTestApp();
    const send = (fields: Record<string, string>) =>
      site.app.inject({
        method: 'POST',
        url: '/enquiry',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          companyName: 'Plain',
          contactName: 'Form',
          email: 'plain@form.example',
          ...fields,
        }).toString(),
      });
    expect((await send({ website: 'x' })).statusCode).toBe(201);
    expect((await send({ openedAt: String(Date.now()) })).statusCode).toBe(201);
    expect((await send({ openedAt: String(Date.now() - 60_000) })).statusCode).toBe(201);
    expect((await send({ openedAt: 'soon' })).statusCode).toBe(201);
    expect((await listSuspectedSpam(site)).map(({ suspect }) => suspect).toSorted()).toEqual([
      'hidden-field',
      'too-fast',
    ]);
  });

  test('treats a request with the same Idempotency-Key as repeated when only tookMs differs', async () => {
    const site = await createTestApp();
    const send = (tookMs: number) =>
      site.visitor(
        'POST',
        '/api/leads',
        { ...sampleLead, tookMs },
        { 'idempotency-key': 'one-and-the-same' },
      );
    const first = await send(5_000);
    expect((await send(9_000)).json()).toEqual(first.json());
  });
});

describe('email about suspected spam', () => {
  test('notifies the owner at once and the contact only after "not spam", and records the change', async () => {
    const smtp = await startSmtp();
    const site = await createTestApp(
      { SMTP_URL: smtp.url, NOTIFY_EMAIL: 'owner@crew.example' },
      { pollMs: 50 },
    );
    const sent = await site.visitor('POST', '/api/leads', { ...sampleLead, website: 'x' });
    const { id } = sent.json();
    const listDeliveryKinds = async () =>
      pickLeadMails<{ kind: string }>(
        (await site.admin('GET', `/api/leads/${id}/deliveries`)).json(),
      )
        .map(({ kind }) => kind)
        .toSorted();
    const [mail] = await smtp.received(1);
    expect(mail?.subject).toContain(`Suspected spam: ${sampleLead.companyName}`);
    expect(await listDeliveryKinds()).toEqual(['lead-notification']);
    const cleared = await site.admin('POST', `/api/leads/${id}/not-spam`);
    expect(cleared.json()).toMatchObject({ id, suspect: null });
    await smtp.received(2);
    expect(await listDeliveryKinds()).toEqual(['lead-confirmation', 'lead-notification']);
    expect((await site.admin('POST', `/api/leads/${id}/not-spam`)).statusCode).toBe(200);
    expect(await listDeliveryKinds()).toEqual(['lead-confirmation', 'lead-notification']);
    expect((await site.admin('POST', '/api/leads/nobody/not-spam')).statusCode).toBe(404);
    const { updatedAt } = cleared.json();
    expect((await site.admin('GET', `/api/leads/${id}/history`)).json()).toMatchObject([
      {
        action: 'changed',
        at: updatedAt,
        by: 'admin',
        before: { suspect: 'hidden-field' },
        after: { suspect: null },
      },
    ]);
    expect((await site.admin('GET', '/api/leads/summary')).json()).toMatchObject({
      new: 1,
      suspected: 0,
      deleted: 0,
      expiring: { count: 0, firstAt: null },
    });
    await smtp.close();
  });
});

describe('inquiry rate limit', () => {
  const sendFrom = (site: Site, remoteAddress: string) =>
    site.app.inject({ method: 'POST', url: '/api/leads', payload: sampleLead, remoteAddress });

  test('marks and then rejects inquiries from one address, while others are accepted', async () => {
    const site = await createTestApp();
    for (let sent = 0; sent < 30; sent += 1) {
      expect((await sendFrom(site, '198.51.100.1')).statusCode).toBe(201);
    }
    const rejected = await sendFrom(site, '198.51.100.1');
    expect(rejected.statusCode).toBe(429);
    expect(rejected.json().code).toBe('too_many_requests');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(500);
    expect((await sendFrom(site, '198.51.100.2')).statusCode).toBe(201);
    expect(await listSuspectedSpam(site)).toHaveLength(20);
    const page = await site.app.inject({
      method: 'POST',
      url: '/enquiry',
      remoteAddress: '198.51.100.1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'companyName=Kept+Text&contactName=B&email=a%40b.example',
    });
    expect(page.statusCode).toBe(429);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Kept Text');
    expect(page.body).toContain('Please try again in');
  });

  test('rejects the 121st inquiry from one IPv4 /24, from any of its addresses', async () => {
    const site = await createTestApp();
    const send = async (address: string) => (await sendFrom(site, address)).statusCode;
    const statuses = await Promise.all(
      Array.from({ length: 120 }, (_, index) => send(`198.51.100.${index % 60}`)),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await send('198.51.100.250')).toBe(429);
    expect(await send('198.51.101.1')).toBe(201);
  });

  test('counts an IPv6 /64 as one address', async () => {
    const site = await createTestApp();
    const send = async (address: string) => (await sendFrom(site, address)).statusCode;
    for (let index = 1; index <= 30; index += 1)
      expect(await send(`2001:db8:1:2::${index}`)).toBe(201);
    expect(await send('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await send('2001:db8:1:3::1')).toBe(201);
  });

  test('accepts inquiries again after ten minutes', async () => {
    const { buildApp } = await import('../../src/app/app.server');
    const site = await createTestApp();
    for (let sent = 0; sent < 31; sent += 1) await sendFrom(site, '198.51.100.1');
    const shiftTime = (text: string) => new Date(Date.parse(text) - 11 * 60_000).toISOString();
    for (const { key, startedAt, endsAt } of await site.db
      .selectFrom('rateLimits')
      .selectAll()
      .execute()) {
      await site.db
        .updateTable('rateLimits')
        .set({ startedAt: shiftTime(startedAt), endsAt: shiftTime(endsAt) })
        .where('key', '=', key)
        .execute();
    }
    // A new app, because the first one remembers the rejected address in memory.
    const { db, environment } = site;
    const other = await buildApp({ db, environment, clientDir: '/nowhere' });
    expect((await sendFrom({ ...site, app: other }, '198.51.100.1')).statusCode).toBe(201);
    await other.close();
  });

  test('never rejects inquiries from loopback addresses', async () => {
    const site = await createTestApp();
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const responses = await Promise.all(
        Array.from({ length: 45 }, () => sendFrom(site, address)),
      );
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    }
  });
});
