import { describe, expect, test } from 'vitest';
import { countStep } from '../../src/features/funnel/funnel-counts.server';
import { paymentSite } from '../payment-site';
import { sampleLead } from '../samples';
import { testApp } from '../test-app';

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  'sec-fetch-site': 'same-origin',
};

interface Report {
  days: { day: string; counts: Record<string, number> }[];
  sources: { source: string; counts: Record<string, number> }[];
}

async function siteWithFunnel() {
  const site = await testApp();
  const report = async (days = 7): Promise<Report> =>
    (await site.admin('GET', `/api/funnel/${days}`)).json();
  const tell = (body: unknown, headers: Record<string, string> = browser) =>
    site.visitor('POST', '/api/funnel', body, headers);
  return { ...site, report, tell };
}

describe('what browsers report', () => {
  test('is counted by day, step and source', async () => {
    const { tell, report } = await siteWithFunnel();
    expect((await tell({ steps: ['visit'], source: 'newsletter' })).statusCode).toBe(204);
    await tell({ steps: ['visit', 'package'], source: 'newsletter' });
    await tell({ steps: ['visit'] });
    const { days, sources } = await report();
    expect(sources).toEqual([
      { source: 'newsletter', counts: { visit: 2, package: 1 } },
      { source: 'direct', counts: { visit: 1 } },
    ]);
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toEqual({
      day: new Date().toISOString().slice(0, 10),
      counts: { visit: 3, package: 1 },
    });
  });

  test.each([
    ['a bot', { ...browser, 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['a program without a name', { 'sec-fetch-site': 'same-origin', 'user-agent': '' }],
    ['a program that is on no page of ours', { 'user-agent': browser['user-agent'] }],
  ])('is not counted of %s', async (_, headers) => {
    const { tell, report } = await siteWithFunnel();
    expect((await tell({ steps: ['visit'] }, headers)).statusCode).toBe(204);
    expect((await report()).sources).toEqual([]);
  });

  test('is not counted of the owner', async () => {
    const { tell, report, adminCookie } = await siteWithFunnel();
    await tell({ steps: ['visit'] }, { ...browser, cookie: await adminCookie() });
    expect((await report()).sources).toEqual([]);
  });

  test('is refused from another site’s page', async () => {
    const { tell } = await siteWithFunnel();
    const foreign = { ...browser, 'sec-fetch-site': 'cross-site' };
    expect((await tell({ steps: ['visit'] }, foreign)).statusCode).toBe(403);
  });

  test.each([
    ['a step that the server counts itself', { steps: ['enquiry'] }],
    ['no step', { steps: [] }],
    ['too many steps', { steps: Array(6).fill('visit') }],
    ['an unknown field', { steps: ['visit'], who: 'me' }],
    ['a long source', { steps: ['visit'], source: 'x'.repeat(61) }],
  ])('is refused with %s', async (_, body) => {
    const { tell } = await siteWithFunnel();
    expect((await tell(body)).statusCode).toBe(400);
  });

  test('is counted up to a bound for one address', async () => {
    const { tell, report } = await siteWithFunnel();
    for (let sent = 0; sent < 200; sent += 1) await tell({ steps: ['visit'] });
    const visits = (await report()).sources[0]?.counts.visit ?? 0;
    // The tries may have met a new minute.
    expect([60, 120]).toContain(visits);
  });

  test('is written before the server stops', async () => {
    const { tell, app, db } = await siteWithFunnel();
    await tell({ steps: ['visit'], source: 'late' });
    await app.close();
    expect(await db.selectFrom('funnelCounts').select(['source', 'count']).execute()).toEqual([
      { source: 'late', count: 1 },
    ]);
  });
});

describe('the sources of a day', () => {
  test('are told apart up to a bound; the others are one', async () => {
    const { db, report } = await siteWithFunnel();
    for (let index = 0; index < 30; index += 1) await countStep(db, 'visit', `source-${index}`);
    await countStep(db, 'visit', 'direct');
    await countStep(db, 'visit', 'source-3');
    const { sources } = await report();
    expect(sources).toHaveLength(22);
    expect(sources[0]).toEqual({ source: 'other', counts: { visit: 10 } });
    expect(sources.find(({ source }) => source === 'source-3')?.counts).toEqual({ visit: 2 });
    expect(sources.find(({ source }) => source === 'direct')?.counts).toEqual({ visit: 1 });
  });

  test('add up when two count the same at once', async () => {
    const { db, report } = await siteWithFunnel();
    await Promise.all(Array.from({ length: 20 }, () => countStep(db, 'visit', 'twin')));
    expect((await report()).sources).toEqual([{ source: 'twin', counts: { visit: 20 } }]);
  });
});

test('an enquiry is counted as often as it is stored, under its last source', async () => {
  const { visitor, report } = await siteWithFunnel();
  const touch = { at: '2026-03-18T09:12:00.000Z', landing: '/', campaign: { gclid: 'abc' } };
  const send = () =>
    visitor(
      'POST',
      '/api/leads',
      { ...sampleLead, attribution: { first: touch, last: touch } },
      { 'idempotency-key': 'one-form-12345' },
    );
  await send();
  await send();
  await visitor('POST', '/api/leads', sampleLead);
  expect((await report()).sources).toEqual([
    { source: 'direct', counts: { enquiry: 1 } },
    { source: 'google-ads', counts: { enquiry: 1 } },
  ]);
});

test('an enquiry that looks like spam counts once it is cleared', async () => {
  const { visitor, admin, report } = await siteWithFunnel();
  const sent = await visitor('POST', '/api/leads', { ...sampleLead, website: 'https://x.example' });
  expect((await report()).sources).toEqual([]);
  const clear = () => admin('POST', `/api/leads/${sent.json().id}/not-spam`);
  expect((await clear()).statusCode).toBe(200);
  await clear();
  expect((await report()).sources).toEqual([{ source: 'direct', counts: { enquiry: 1 } }]);
});

test('a payment counts once, whoever says so and however often', async () => {
  const { begun, stripe, verify, hook, admin } = await paymentSite();
  const id = await begun();
  stripe.pay(id);
  await Promise.all([verify(id), hook(stripe.event('payment_intent.succeeded', id)), verify(id)]);
  await hook(stripe.event('payment_intent.succeeded', id));
  expect((await admin('GET', '/api/funnel/7')).json().sources).toEqual([
    { source: 'direct', counts: { enquiry: 1, payment: 1 } },
  ]);
});

test('the days are those that were asked for, and the admin’s alone to see', async () => {
  const { admin, visitor, db, report } = await siteWithFunnel();
  const daysAgo = (days: number) =>
    new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);
  await countStep(db, 'visit', 'old', 1, daysAgo(10));
  expect((await report(7)).sources).toEqual([]);
  expect((await report(30)).sources).toEqual([{ source: 'old', counts: { visit: 1 } }]);
  expect((await report(90)).days[0]?.day).toBe(daysAgo(89));
  expect((await admin('GET', '/api/funnel/8')).statusCode).toBe(400);
  expect((await visitor('GET', '/api/funnel/7')).statusCode).toBe(401);
});
