import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { purgeRateLimits } from '../../src/db/rate-limit-counter.server';
import { DAY, getTimeAgo } from '../../src/lib/time/durations';
import { createPaymentSite } from '../support/payment-site';
import { sampleLead } from '../support/samples';
import { createSchedulingSite } from '../support/scheduling-site';
import { createTestApp, postFrom, startSecondApp, type TestSite } from '../support/test-app';

type App = TestSite['app'];

/** Starts two more servers on the database of a site. @returns all three */
async function startThreeServers({ app, ...site }: Pick<TestSite, 'app' | 'db' | 'environment'>) {
  return [app, await startSecondApp(site), await startSecondApp(site)];
}

/** Sends a request `times` times, to each server in turn. @returns the count of each status */
async function sendRoundRobin(apps: readonly App[], url: string, times: number, payload: object) {
  const send = (app: App) => postFrom({ app }, '198.51.100.1', url, payload);
  const turns = Array.from({ length: Math.ceil(times / apps.length) }, () => apps).flat();
  const counts: Record<number, number> = {};
  for (const { statusCode } of await Promise.all(turns.slice(0, times).map(send))) {
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
}

describe('limits of one sender over three processes', () => {
  test('accept 30 of 90 concurrent inquiries and mark 20 of them as spam', async () => {
    const site = await createTestApp();
    const counts = await sendRoundRobin(
      await startThreeServers(site),
      '/api/leads',
      90,
      sampleLead,
    );
    expect(counts).toEqual({ 201: 30, 429: 60 });
    const spam = (await site.admin('GET', '/api/leads?suspect=true')).json();
    expect(spam).toHaveLength(20);
  });

  test.each([
    [
      '60 of 90 concurrent lookups of calls',
      createSchedulingSite,
      '/api/scheduling/bookings/lookup',
      { token: 'guessed-guessed-guessed-' },
      { 404: 60, 429: 30 },
    ],
    [
      '60 of 90 concurrent guesses of proposals',
      createTestApp,
      '/api/proposals/lookup',
      { token: '1-guessed-guessed-guessed-guessed' },
      { 404: 60, 429: 30 },
    ],
    [
      '20 of 60 concurrent error reports',
      createTestApp,
      '/api/client-errors',
      { message: 'Error: x', component: 'The page', release: 'a', engine: 'Other' },
      { 204: 20, 429: 40 },
    ],
    [
      '60 of 90 concurrent payment starts',
      createPaymentSite,
      '/api/payments',
      { leadId: randomUUID(), packageId: randomUUID() },
      { 404: 60, 429: 30 },
    ],
  ])('accept %s', async (_, createSite, url, payload, expected) => {
    const servers = await startThreeServers(await createSite());
    const times = Object.values(expected).reduce((sum, count) => sum + count, 0);
    expect(await sendRoundRobin(servers, url, times, payload)).toEqual(expected);
  });
});

describe('limit that was reached while the clock was a year ahead', () => {
  test('is over once the clock is right', async () => {
    const site = await createTestApp();
    const other = await startSecondApp(site);
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * DAY });
    expect(await sendRoundRobin([site.app], '/api/leads', 31, sampleLead)).toEqual({
      201: 30,
      429: 1,
    });
    vi.useRealTimers();
    const apps = [site.app, other];
    expect(await sendRoundRobin(apps, '/api/leads', 32, sampleLead)).toEqual({ 201: 30, 429: 2 });
  });
});

describe('the rate_limits table', () => {
  test('contains no IP address, and loses its expired rows when it is purged', async () => {
    const site = await createTestApp();
    for (const address of ['198.51.100.1', '2001:db8:1:2::1'])
      await postFrom(site, address, '/api/leads', sampleLead);
    const rows = await site.db.selectFrom('rateLimits').selectAll().execute();
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|2001:db8/);
    await purgeRateLimits(site.db);
    expect(await site.db.selectFrom('rateLimits').selectAll().execute()).toHaveLength(4);
    const future = getTimeAgo(-DAY);
    const outdated = [{ endsAt: getTimeAgo(1_000) }, { startedAt: future, endsAt: future }];
    for (const [index, change] of outdated.entries()) {
      const keys = rows.slice(2 * index, 2 * index + 2).map(({ key }) => key);
      await site.db.updateTable('rateLimits').set(change).where('key', 'in', keys).execute();
    }
    await purgeRateLimits(site.db);
    expect(await site.db.selectFrom('rateLimits').selectAll().execute()).toEqual([]);
  });
});
