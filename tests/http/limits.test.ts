import { describe, expect, test } from 'vitest';
import { createPaymentSite } from '../support/payment-site';
import { createProviderSite } from '../support/provider-site';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';
import { postFrom, type TestSite } from '../support/test-app';

/** Sends a request `times` times from one IP address. @returns the statuses and the last responses */
async function flood(site: Pick<TestSite, 'app'>, url: string, payload: object, times: number) {
  const send = (address: string) => postFrom(site, address, url, payload);
  const statuses = new Set<number>();
  for (let sent = 1; sent < times; sent += 1) {
    statuses.add((await send('198.51.100.1')).statusCode);
  }
  return {
    statuses: [...statuses],
    last: await send('198.51.100.1'),
    other: await send('198.51.100.2'),
    loopback: await send('127.0.0.1'),
  };
}

type Flood = Awaited<ReturnType<typeof flood>>;

/** Expects that only the last request was rejected, with 429, and no other sender was. */
function expectLimited({ statuses, last, other, loopback }: Flood, usualStatus: number) {
  expect(statuses).toEqual([usualStatus]);
  expect(last.statusCode).toBe(429);
  expect(last.json()).toEqual({
    code: 'too_many_requests',
    message: expect.stringMatching(/came from your network\. Please try again in 10 minutes/),
  });
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(500);
  expect(other.statusCode).toBe(usualStatus);
  expect(loopback.statusCode).toBe(usualStatus);
}

describe('rate limit of one IP address', () => {
  test('rejects further payment requests and sends none of them to Stripe', async () => {
    const site = await createPaymentSite();
    const unknown = { ...site.ids, packageId: 'unknown' };
    expectLimited(await flood(site, '/api/payments', unknown, 61), 404);
    const calls = site.stripe.calls.length;
    const payment = { paymentIntentId: 'pi_1' };
    const refused = await postFrom(site, '198.51.100.1', '/api/payment-success', payment);
    expect(refused.statusCode).toBe(429);
    expect(site.stripe.calls).toHaveLength(calls);
  });

  test('rejects further requests for the free times, after many more than a calendar sends', async () => {
    const { app } = await createSchedulingSite();
    const get = (remoteAddress: string) =>
      app.inject({ url: '/api/scheduling/slots', remoteAddress });
    for (let sent = 0; sent < 120; sent += 1) {
      expect((await get('198.51.100.1')).statusCode).toBe(200);
    }
    const rejected = await get('198.51.100.1');
    expect(rejected.json().code).toBe('too_many_requests');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(500);
    expect((await get('198.51.100.2')).statusCode).toBe(200);
  });

  test('lists the free times while no request can be counted', async () => {
    const { app, db } = await createSchedulingSite();
    await db.schema.dropTable('rateLimits').execute();
    const listed = await app.inject({
      url: '/api/scheduling/slots',
      remoteAddress: '198.51.100.1',
    });
    expect(listed.statusCode).toBe(200);
  });

  test.each(['lookup', 'slots', 'cancel', 'reschedule'])(
    'rejects further requests to %s calls',
    async (action) => {
      const site = await createSchedulingSite();
      const payload = { token: 'guessed-guessed-guessed-', start: pickSlot(await site.slots()) };
      expectLimited(await flood(site, `/api/scheduling/bookings/${action}`, payload, 61), 404);
    },
  );

  test('rejects further booking confirmations', async () => {
    const site = await createProviderSite();
    const payload = { provider: 'cal', externalId: 'booking-1' };
    expectLimited(await flood(site, '/api/scheduling/confirmations', payload, 21), 204);
  });
});
