import { describe, expect, test } from 'vitest';
import { purgeDemandCounts } from '../../src/cover/demand/store.server';
import { encodePlan } from '../../src/cover/encode-plan';
import { browserHeaders as browser } from '../support/browser-headers';
import { sampleItems } from '../support/samples';
import { createTestApp, postFrom, shareSite } from '../support/test-app';

const span = (day: number, from: string, to: string) => ({ day, from, to });

const encodeDesks = (...desks: ReturnType<typeof span>[][]) =>
  encodePlan({
    timeZone: 'America/New_York',
    open: [],
    desks: desks.map((hours, index) => ({
      name: `Desk ${index}`,
      tools: [],
      languages: [],
      hours,
    })),
  });

const firstView = 'first-view-000000';
const secondView = 'second-view-00000';

/** Starts a site with somebody who works on Mondays from noon to 2 pm. */
async function createSiteWithDemand() {
  const site = await createTestApp();
  const hours = [span(1, '12:00', '14:00')];
  const person = { ...sampleItems.talents, status: 'available', timeZone: null, hours };
  await site.admin('POST', '/api/talents', person);
  const report = (id: string, code: string, headers: Record<string, string> = browser) =>
    site.visitor('POST', '/api/cover/demand', { id, code }, headers);
  const readHours = async (days = 7) =>
    (await site.admin('GET', `/api/cover/demand/${days}`)).json().hours;
  return { ...site, report, readHours };
}

describe('POST /api/cover/demand', () => {
  const getUncountedSite = shareSite(createSiteWithDemand);
  const monday = encodeDesks([span(1, '12:30', '13:00')]);

  test('counts an hour once for each plan, as covered if all desks are covered then', async () => {
    const { report, readHours } = await createSiteWithDemand();
    const desks = [
      [span(1, '12:30', '14:00'), span(7, '23:00', '24:00')],
      [span(1, '13:30', '15:00')],
    ];
    expect((await report(firstView, encodeDesks(...desks))).statusCode).toBe(204);
    await report(secondView, monday);
    expect(await readHours()).toEqual([
      { weekday: 1, hour: 12, asked: 2, covered: 2 },
      { weekday: 1, hour: 13, asked: 1, covered: 0 },
      { weekday: 1, hour: 14, asked: 1, covered: 0 },
      { weekday: 7, hour: 23, asked: 1, covered: 0 },
    ]);
  });

  test('replaces an earlier plan of the same view of the page', async () => {
    const { report, readHours } = await createSiteWithDemand();
    await report(firstView, encodeDesks([span(1, '12:00', '13:00'), span(2, '09:00', '10:00')]));
    expect(await readHours()).toHaveLength(2);
    await report(firstView, monday);
    expect(await readHours()).toEqual([{ weekday: 1, hour: 12, asked: 1, covered: 1 }]);
    await report(firstView, encodeDesks([]));
    expect(await readHours()).toEqual([]);
  });

  test.each([
    ['a bot', { ...browser, 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['a client that is not on a page of this site', { 'user-agent': browser['user-agent'] }],
  ])('does not count %s', async (_, headers) => {
    const { report, readHours } = getUncountedSite();
    expect((await report(firstView, monday, headers)).statusCode).toBe(204);
    expect(await readHours()).toEqual([]);
  });

  test('does not count a signed-in admin, or a code that is no plan', async () => {
    const { report, readHours, adminCookie } = getUncountedSite();
    await report(firstView, monday, { ...browser, cookie: await adminCookie() });
    expect((await report(firstView, 'invented')).statusCode).toBe(204);
    expect(await readHours()).toEqual([]);
  });

  test('does not match or count plans of a client beyond the limit of matched plans', async () => {
    const site = await createSiteWithDemand();
    const send = (url: string, payload: object) =>
      postFrom(site, '203.0.113.9', url, payload, browser);
    for (let sent = 0; sent < 299; sent += 1) {
      await send('/api/cover', { timeZone: 'UTC', open: [], desks: [] });
    }
    for (const id of [firstView, secondView]) {
      expect((await send('/api/cover/demand', { id, code: monday })).statusCode).toBe(204);
    }
    expect(await site.readHours()).toEqual([{ weekday: 1, hour: 12, asked: 1, covered: 1 }]);
  });

  test.each([
    ['a short id', 'short', monday],
    ['a code with other characters', firstView, 'a b'],
    ['a code of 8,001 characters', firstView, 'a'.repeat(8_001)],
  ])('returns 400 for %s', async (_, id, code) => {
    const { report } = getUncountedSite();
    expect((await report(id, code)).statusCode).toBe(400);
  });

  test('stores days, hours and counts alone', async () => {
    const { report, app, db } = await createSiteWithDemand();
    await report(firstView, monday);
    await app.close();
    const day = new Date().toISOString().slice(0, 10);
    expect(await db.selectFrom('demandCounts').selectAll().execute()).toEqual([
      { day, weekday: 1, hour: 12, asked: 1, covered: 1 },
    ]);
  });
});

describe('GET /api/cover/demand/:days', () => {
  test('reports the chosen days, of which 400 are kept', async () => {
    const { admin, db, readHours } = await createSiteWithDemand();
    const counts = { weekday: 3, hour: 9, asked: 1, covered: 0 };
    const toDay = (daysAgo: number) =>
      new Date(Date.now() - daysAgo * 24 * 3_600_000).toISOString().slice(0, 10);
    const rows = [0, 10, 60, 390, 410].map((daysAgo) => ({ ...counts, day: toDay(daysAgo) }));
    await db.insertInto('demandCounts').values(rows).execute();
    expect(await readHours(7)).toEqual([counts]);
    expect(await readHours(30)).toEqual([{ ...counts, asked: 2 }]);
    expect(await readHours(90)).toEqual([{ ...counts, asked: 3 }]);
    expect((await admin('GET', '/api/cover/demand/8')).statusCode).toBe(400);
    await purgeDemandCounts(db);
    expect(await db.selectFrom('demandCounts').select('day').execute()).toHaveLength(4);
  });
});
