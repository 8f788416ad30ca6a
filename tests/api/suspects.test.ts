import { describe, expect, test } from 'vitest';
import { pickLeadMails } from '../lead-mails';
import { sampleLead } from '../samples';
import { startSmtp } from '../smtp';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;

const suspects = async (site: Site) =>
  (await site.admin('GET', '/api/leads?suspect=true')).json() as { id: string; suspect: string }[];

describe('an enquiry that a program has sent', () => {
  test.each([
    ['fills in the field that nobody sees', { website: 'https://spam.example' }, 'hidden-field'],
    ['is sent sooner than anybody types', { tookMs: 90 }, 'too-fast'],
    ['is quick and has a link', { tookMs: 2_000, message: 'See www.spam.example' }, 'too-fast'],
  ])('%s: it is stored, answered alike, and marked', async (_, signs, reason) => {
    const site = await testApp();
    const answer = await site.visitor('POST', '/api/leads', { ...sampleLead, ...signs });
    expect(answer.statusCode).toBe(201);
    expect(Object.keys(answer.json())).toEqual(['id']);
    expect(await suspects(site)).toMatchObject([{ id: answer.json().id, suspect: reason }]);
    expect((await site.admin('GET', '/api/leads')).json()).toHaveLength(1);
    expect((await site.admin('GET', '/api/leads/summary')).json()).toEqual({
      total: 1,
      new: 0,
      inProgress: 0,
      suspected: 1,
    });
  });

  test.each([
    ['a client without the form’s signs', {}],
    ['a person', { website: '', tookMs: 45_000 }],
    ['a person with a browser that fills in', { website: '', tookMs: 1_200 }],
    ['a person who sends a link', { tookMs: 20_000, message: 'We are www.halden.example' }],
  ])('is not what %s is taken for', async (_, signs) => {
    const site = await testApp();
    const answer = await site.visitor('POST', '/api/leads', { ...sampleLead, ...signs });
    expect(answer.statusCode).toBe(201);
    expect(await suspects(site)).toEqual([]);
  });

  test('as a plain form is marked, too', async () => {
    const site = await testApp();
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
    expect((await suspects(site)).map(({ suspect }) => suspect).toSorted()).toEqual([
      'hidden-field',
      'too-fast',
    ]);
  });

  test('sent again under its key is one lead, however long the second try took', async () => {
    const site = await testApp();
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

test('the owner hears of a suspect by mail, its contact only once it is cleared', async () => {
  const smtp = await startSmtp();
  const site = await testApp(
    { SMTP_URL: smtp.url, NOTIFY_EMAIL: 'owner@crew.example' },
    { poll: 50 },
  );
  const sent = await site.visitor('POST', '/api/leads', { ...sampleLead, website: 'x' });
  const { id } = sent.json();
  const kinds = async () =>
    pickLeadMails<{ kind: string }>((await site.admin('GET', `/api/leads/${id}/deliveries`)).json())
      .map(({ kind }) => kind)
      .toSorted();
  const [mail] = await smtp.received(1);
  expect(mail?.subject).toBe(`Suspected spam: ${sampleLead.companyName}`);
  expect(await kinds()).toEqual(['lead-notification']);
  const cleared = await site.admin('POST', `/api/leads/${id}/not-spam`);
  expect(cleared.json()).toMatchObject({ id, suspect: null });
  await smtp.received(2);
  expect(await kinds()).toEqual(['lead-confirmation', 'lead-notification']);
  expect((await site.admin('POST', `/api/leads/${id}/not-spam`)).statusCode).toBe(200);
  expect(await kinds()).toEqual(['lead-confirmation', 'lead-notification']);
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
  });
  await smtp.close();
});

describe('many enquiries', () => {
  const from = (site: Site, remoteAddress: string) =>
    site.app.inject({ method: 'POST', url: '/api/leads', payload: sampleLead, remoteAddress });

  test('of one address are marked, then refused with an honest answer; others go on', async () => {
    const site = await testApp();
    for (let sent = 0; sent < 30; sent += 1) {
      expect((await from(site, '198.51.100.1')).statusCode).toBe(201);
    }
    const refused = await from(site, '198.51.100.1');
    expect(refused.statusCode).toBe(429);
    expect(refused.json().code).toBe('too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    expect((await from(site, '198.51.100.2')).statusCode).toBe(201);
    expect(await suspects(site)).toHaveLength(20);
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

  test('of one network are refused, whichever of its addresses they come from', async () => {
    const site = await testApp();
    const send = async (address: string) => (await from(site, address)).statusCode;
    const statuses = await Promise.all(
      Array.from({ length: 120 }, (_, at) => send(`198.51.100.${at % 60}`)),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await send('198.51.100.250')).toBe(429);
    expect(await send('198.51.101.1')).toBe(201);
  });

  test('of one IPv6 /64 count as those of one address', async () => {
    const site = await testApp();
    const send = async (address: string) => (await from(site, address)).statusCode;
    for (let at = 1; at <= 30; at += 1) expect(await send(`2001:db8:1:2::${at}`)).toBe(201);
    expect(await send('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await send('2001:db8:1:3::1')).toBe(201);
  });

  test.each([
    ['after ten minutes', -11],
    ['when the clock was set back', 365 * 24 * 60],
  ])('are accepted again %s', async (_, minutes) => {
    const { buildApp } = await import('../../src/app/build-app.server');
    const site = await testApp();
    for (let sent = 0; sent < 31; sent += 1) await from(site, '198.51.100.1');
    const moved = (text: string) => new Date(Date.parse(text) + minutes * 60_000).toISOString();
    for (const { key, startedAt, endsAt } of await site.db
      .selectFrom('rateLimits')
      .selectAll()
      .execute()) {
      await site.db
        .updateTable('rateLimits')
        .set({ startedAt: moved(startedAt), endsAt: moved(endsAt) })
        .where('key', '=', key)
        .execute();
    }
    // Another process, which has not refused the address itself.
    const { db, environment } = site;
    const other = await buildApp({ db, environment, clientDir: '/nowhere' });
    expect((await from({ ...site, app: other }, '198.51.100.1')).statusCode).toBe(201);
    await other.close();
  });

  test('of our own machine are never refused', async () => {
    const site = await testApp();
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const responses = await Promise.all(Array.from({ length: 45 }, () => from(site, address)));
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([201]));
    }
  });
});
