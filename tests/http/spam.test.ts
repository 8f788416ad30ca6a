import { describe, expect, test } from 'vitest';
import { postInquiryForm } from '../support/inquiry-form';
import { sampleLead } from '../support/samples';
import { createTestApp, postFrom, shareSite } from '../support/test-app';

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

  const getSite = shareSite(createTestApp);

  test.each([
    ['a client that sends no spam signals', {}],
    ['a person', { website: '', tookMs: 45_000 }],
    ['a person with browser autofill', { website: '', tookMs: 1_200 }],
    ['a person who sends a link', { tookMs: 20_000, message: 'We are www.halden.example' }],
  ])('does not mark an inquiry from %s', async (_, signals) => {
    const site = getSite();
    const response = await site.visitor('POST', '/api/leads', { ...sampleLead, ...signals });
    expect(response.statusCode).toBe(201);
    expect(await listSuspectedSpam(site)).toEqual([]);
  });

  test('marks inquiries sent as a plain HTML form', async () => {
    const site = await createTestApp();
    const send = (fields: Record<string, string>) =>
      postInquiryForm(site, { ...sampleLead, ...fields });
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

describe('inquiry rate limit', () => {
  const sendFrom = (site: Site, address: string) =>
    postFrom(site, address, '/api/leads', sampleLead);

  test('counts an IPv6 /64 as one address', async () => {
    const site = await createTestApp();
    const send = async (address: string) => (await sendFrom(site, address)).statusCode;
    for (let index = 1; index <= 30; index += 1)
      expect(await send(`2001:db8:1:2::${index}`)).toBe(201);
    expect(await send('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await send('2001:db8:1:3::1')).toBe(201);
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
