import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { paymentSite } from '../payment-site';
import { sampleLead } from '../samples';
import { schedulingSite } from '../scheduling-site';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;
type App = Site['app'];

/** Three servers over the database of a site. */
async function startThree({ app, db, environment }: Pick<Site, 'app' | 'db' | 'environment'>) {
  const { buildApp } = await import('../../src/app/build-app.server');
  const others = await Promise.all(
    [1, 2].map(() => buildApp({ db, environment, clientDir: '/nowhere' })),
  );
  onTestFinished(async () => {
    for (const other of others) await other.close();
  });
  return [app, ...others];
}

/** Sends a request so many times, to one server after the other. @returns how often each status came */
async function sendToAll(apps: readonly App[], url: string, times: number, payload: object) {
  const responses = await Promise.all(
    Array.from({ length: times }, (_, at) =>
      apps[at % apps.length]?.inject({
        method: 'POST',
        url,
        payload,
        remoteAddress: '198.51.100.1',
      }),
    ),
  );
  const counts: Record<number, number> = {};
  for (const response of responses) {
    if (response) counts[response.statusCode] = (counts[response.statusCode] ?? 0) + 1;
  }
  return counts;
}

describe('limits of one sender at three processes', () => {
  test('accept 30 of 90 inquiries that arrive at once', async () => {
    const site = await testApp();
    const counts = await sendToAll(await startThree(site), '/api/leads', 90, sampleLead);
    expect(counts).toEqual({ 201: 30, 429: 60 });
    const suspects = (await site.admin('GET', '/api/leads?suspect=true')).json();
    expect(suspects).toHaveLength(20);
  });

  test('accept 60 of 90 questions about calls', async () => {
    const site = await schedulingSite();
    const payload = { token: 'guessed-guessed-guessed-' };
    const url = '/api/scheduling/bookings/lookup';
    expect(await sendToAll(await startThree(site), url, 90, payload)).toEqual({ 404: 60, 429: 30 });
  });

  test('accept 60 of 90 starts of payments', async () => {
    const site = await paymentSite();
    const payload = { leadId: randomUUID(), packageId: randomUUID() };
    const counts = await sendToAll(await startThree(site), '/api/payments', 90, payload);
    expect(counts).toEqual({ 404: 60, 429: 30 });
  });
});

describe('the table of limits', () => {
  test('holds no address, and is emptied of what is over', async () => {
    const { purgeRateLimits } = await import('../../src/lib/shared-counter.server');
    const site = await testApp();
    for (const remoteAddress of ['198.51.100.1', '2001:db8:1:2::1']) {
      await site.app.inject({
        method: 'POST',
        url: '/api/leads',
        payload: sampleLead,
        remoteAddress,
      });
    }
    const rows = await site.db.selectFrom('rateLimits').selectAll().execute();
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|2001:db8/);
    await purgeRateLimits(site.db);
    expect(await site.db.selectFrom('rateLimits').selectAll().execute()).toHaveLength(4);
    const past = new Date(Date.now() - 1_000).toISOString();
    await site.db.updateTable('rateLimits').set({ endsAt: past }).execute();
    await purgeRateLimits(site.db);
    expect(await site.db.selectFrom('rateLimits').selectAll().execute()).toEqual([]);
  });
});
