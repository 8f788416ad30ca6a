import { describe, expect, test } from 'vitest';
import { adminPassword } from '../support/api-client';
import { createTestApp, postFrom, startSecondApp, type TestSite } from '../support/test-app';

const login = '/api/auth/admin/login';

type Site = Pick<TestSite, 'app'>;

const guess = (site: Site, address: string, password = 'wrong', cookie = '') =>
  postFrom(site, address, login, { password }, { cookie });

describe('sign-in limit per address', () => {
  test('locks out an address after five failures, but no other address', async () => {
    const site = await createTestApp();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(site, '198.51.100.1')).statusCode).toBe(401);
    const locked = await guess(site, '198.51.100.1', adminPassword);
    expect(locked.statusCode).toBe(429);
    expect(locked.json().code).toBe('too_many_requests');
    const retryAfter = Number(locked.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(14 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    expect((await guess(site, '198.51.100.2', adminPassword)).statusCode).toBe(200);
  });

  test('counts concurrent guesses across two processes on one database', async () => {
    const site = await createTestApp();
    const secondSite = { app: await startSecondApp(site) };
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        guess(index % 2 ? site : secondSite, '198.51.100.1'),
      ),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    for (const target of [site, secondSite]) {
      expect((await guess(target, '198.51.100.1', adminPassword)).statusCode).toBe(429);
    }
  });

  test('ends after 15 minutes, and a successful sign-in resets the count', async () => {
    const site = await createTestApp();
    for (let tries = 0; tries < 5; tries += 1) await guess(site, '198.51.100.1');
    const past = new Date(Date.now() - 15 * 60_000 - 1000).toISOString();
    await site.db.updateTable('signInFailures').set({ failedAt: past }).execute();
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(200);
    for (let tries = 0; tries < 4; tries += 1)
      expect((await guess(site, '198.51.100.1')).statusCode).toBe(401);
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(200);
  });
});

describe('sign-in limit for a known device', () => {
  /** Signs in and returns the cookie that identifies the device from then on. */
  const signInForDevice = async (site: Site) =>
    (await guess(site, '198.51.100.1', adminPassword)).cookies.find(
      ({ name }) => name === 'device',
    );

  test('admits the device once per cookie while its address is locked out', async () => {
    const site = await createTestApp();
    const device = await signInForDevice(site);
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const guessFrom = (password: string, cookie?: string) =>
      guess(site, '198.51.100.1', password, cookie);
    for (let tries = 0; tries < 5; tries += 1) await guessFrom('wrong');
    expect((await guessFrom(adminPassword)).statusCode).toBe(429);
    expect((await guessFrom(adminPassword, 'device=forged')).statusCode).toBe(429);
    const cookie = `device=${device?.value}`;
    expect((await guessFrom(adminPassword, cookie)).statusCode).toBe(200);
    // Each cookie is valid for one sign-in; the response has set the next one.
    expect((await guessFrom(adminPassword, cookie)).statusCode).toBe(429);
  });

  test('locks out the device after five failures of its own', async () => {
    const site = await createTestApp();
    const device = await signInForDevice(site);
    const fail = () =>
      site.visitor('POST', login, { password: 'wrong' }, { cookie: `device=${device?.value}` });
    for (let tries = 0; tries < 5; tries += 1) expect((await fail()).statusCode).toBe(401);
    expect((await fail()).statusCode).toBe(429);
  });
});

describe('sign-in limit per network', () => {
  const networks: [string, (index: number) => string, string][] = [
    ['IPv6 /48', (index) => `2001:db8:1:${index.toString(16)}::1`, '2001:db8:2::1'],
    ['IPv4 /24', (index) => `198.51.100.${index}`, '198.51.101.1'],
  ];

  test.each(networks)(
    'locks out an %s after 20 failures, also at once, but no other network',
    async (_, buildAddress, outside) => {
      const site = await createTestApp();
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, index) => guess(site, buildAddress(index + 1))),
      );
      expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(20);
      expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
      const locked = await guess(site, buildAddress(99), adminPassword);
      expect(locked.statusCode).toBe(429);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(14 * 60);
      expect((await guess(site, outside, adminPassword)).statusCode).toBe(200);
    },
  );

  test('still admits a known device of a locked network, and others after 15 minutes', async () => {
    const site = await createTestApp();
    const { cookies } = await guess(site, '198.51.100.1', adminPassword);
    const device = cookies.find(({ name }) => name === 'device')?.value;
    for (let index = 1; index <= 25; index += 1) await guess(site, `198.51.100.${index}`);
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(429);
    const fromDevice = await guess(site, '198.51.100.1', adminPassword, `device=${device}`);
    expect(fromDevice.statusCode).toBe(200);
    const past = new Date(Date.now() - 15 * 60_000 - 1000).toISOString();
    await site.db.updateTable('signInFailures').set({ failedAt: past }).execute();
    expect((await guess(site, '198.51.100.99', adminPassword)).statusCode).toBe(200);
  });
});
