import { describe, expect, test } from 'vitest';
import { countFunnelStep, foldFunnelEntries } from '../../src/analytics/store.server';
import { browserHeaders as browser } from '../support/browser-headers';
import { sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

interface Report {
  days: { day: string; counts: Record<string, number> }[];
  sources: { source: string; counts: Record<string, number> }[];
}

async function createSiteWithFunnel() {
  const site = await createTestApp();
  const readReport = async (days = 7): Promise<Report> =>
    (await site.admin('GET', `/api/funnel/${days}`)).json();
  const sendSteps = (body: unknown, headers: Record<string, string> = browser) =>
    site.visitor('POST', '/api/funnel', body, headers);
  return { ...site, readReport, sendSteps };
}

describe('POST /api/funnel', () => {
  const getUncountedSite = shareSite(createSiteWithFunnel);

  test('counts steps by day, step and source', async () => {
    const { sendSteps, readReport } = await createSiteWithFunnel();
    expect((await sendSteps({ steps: ['visit'], source: 'newsletter' })).statusCode).toBe(204);
    await sendSteps({ steps: ['visit', 'package'], source: 'newsletter' });
    await sendSteps({ steps: ['visit'] });
    const { days, sources } = await readReport();
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
    ['a client without a User-Agent', { 'sec-fetch-site': 'same-origin', 'user-agent': '' }],
    ['a client that is not on a page of this site', { 'user-agent': browser['user-agent'] }],
  ])('does not count %s', async (_, headers) => {
    const { sendSteps, readReport } = getUncountedSite();
    expect((await sendSteps({ steps: ['visit'] }, headers)).statusCode).toBe(204);
    expect((await readReport()).sources).toEqual([]);
  });

  test('does not count a signed-in admin', async () => {
    const { sendSteps, readReport, adminCookie } = getUncountedSite();
    await sendSteps({ steps: ['visit'] }, { ...browser, cookie: await adminCookie() });
    expect((await readReport()).sources).toEqual([]);
  });

  test.each([
    ['a step that the server counts itself', { steps: ['enquiry'] }],
    ['no step', { steps: [] }],
    ['too many steps', { steps: Array(6).fill('visit') }],
    ['an unknown field', { steps: ['visit'], who: 'me' }],
    ['a long source', { steps: ['visit'], source: 'x'.repeat(61) }],
  ])('returns 400 for %s', async (_, body) => {
    const { sendSteps } = getUncountedSite();
    expect((await sendSteps(body)).statusCode).toBe(400);
  });

  test('counts at most 60 visits per minute from one IP address', async () => {
    const { sendSteps, readReport } = await createSiteWithFunnel();
    for (let sent = 0; sent < 200; sent += 1) await sendSteps({ steps: ['visit'] });
    const visits = (await readReport()).sources[0]?.counts.visit ?? 0;
    // A new minute may have begun during the loop.
    expect([60, 120]).toContain(visits);
  });

  test('writes pending counts before the server stops', async () => {
    const { sendSteps, app, db } = await createSiteWithFunnel();
    await sendSteps({ steps: ['visit'], source: 'late' });
    await app.close();
    expect(await db.selectFrom('funnelCounts').select(['source', 'count']).execute()).toEqual([
      { source: 'late', count: 1 },
    ]);
  });
});

describe('countStep', () => {
  test('counts the first 20 sources of a day and "direct" by name, and the rest as "other"', async () => {
    const { db, readReport } = await createSiteWithFunnel();
    for (let index = 0; index < 30; index += 1)
      await countFunnelStep(db, 'visit', `source-${index}`);
    await countFunnelStep(db, 'visit', 'direct');
    await countFunnelStep(db, 'visit', 'source-3');
    const { sources } = await readReport();
    expect(sources).toHaveLength(22);
    expect(sources[0]).toEqual({ source: 'other', counts: { visit: 10 } });
    expect(sources.find(({ source }) => source === 'source-3')?.counts).toEqual({ visit: 2 });
    expect(sources.find(({ source }) => source === 'direct')?.counts).toEqual({ visit: 1 });
  });

  test('loses no count when calls run at the same time', async () => {
    const { db, readReport } = await createSiteWithFunnel();
    await Promise.all(Array.from({ length: 20 }, () => countFunnelStep(db, 'visit', 'twin')));
    expect((await readReport()).sources).toEqual([{ source: 'twin', counts: { visit: 20 } }]);
  });
});

describe('the funnel', () => {
  test('counts each stored inquiry once, under its last source', async () => {
    const { visitor, readReport } = await createSiteWithFunnel();
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
    expect((await readReport()).sources).toEqual([
      { source: 'direct', counts: { enquiry: 1 } },
      { source: 'google-ads', counts: { enquiry: 1 } },
    ]);
  });

  test('reports the same numbers after housekeeping has added the inquiries to the daily counts', async () => {
    const { visitor, db, readReport } = await createSiteWithFunnel();
    const touch = { at: '2026-03-18T09:12:00.000Z', landing: '/', campaign: { gclid: 'abc' } };
    for (const attribution of [{ first: touch, last: touch }, null, null]) {
      await visitor('POST', '/api/leads', { ...sampleLead, attribution });
    }
    const before = await readReport();
    expect(before.days.at(-1)?.counts).toEqual({ enquiry: 3 });
    // Two processes may do it at the same time.
    await Promise.all([foldFunnelEntries(db), foldFunnelEntries(db)]);
    expect(await db.selectFrom('funnelEntries').selectAll().execute()).toEqual([]);
    expect(await readReport()).toEqual(before);
    await visitor('POST', '/api/leads', sampleLead);
    expect((await readReport()).days.at(-1)?.counts).toEqual({ enquiry: 4 });
  });

  test('counts a spam inquiry once after the admin clears it', async () => {
    const { visitor, admin, readReport } = await createSiteWithFunnel();
    const sent = await visitor('POST', '/api/leads', {
      ...sampleLead,
      website: 'https://x.example',
    });
    expect((await readReport()).sources).toEqual([]);
    const clear = () => admin('POST', `/api/leads/${sent.json().id}/not-spam`);
    expect((await clear()).statusCode).toBe(200);
    await clear();
    expect((await readReport()).sources).toEqual([{ source: 'direct', counts: { enquiry: 1 } }]);
  });
});

describe('GET /api/funnel/:days', () => {
  test('returns the requested number of days, and 400 for another number', async () => {
    const { admin, db, readReport } = await createSiteWithFunnel();
    const daysAgo = (days: number) =>
      new Date(Date.now() - days * 24 * 3_600_000).toISOString().slice(0, 10);
    await countFunnelStep(db, 'visit', 'old', 1, daysAgo(10));
    expect((await readReport(7)).sources).toEqual([]);
    expect((await readReport(30)).sources).toEqual([{ source: 'old', counts: { visit: 1 } }]);
    expect((await readReport(90)).days[0]?.day).toBe(daysAgo(89));
    expect((await admin('GET', '/api/funnel/8')).statusCode).toBe(400);
  });
});
