import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { adminPassword } from '../support/api-client';
import { createTestApp, postFrom, type TestSite } from '../support/test-app';

const login = '/api/auth/admin/login';

const guess = (site: TestSite, address: string, password = 'wrong') =>
  postFrom(site, address, login, { password });

/** Signs in through a proxy, which forwards an address. */
const guessFrom = (site: TestSite, proxy: string, forwarded: string, password = 'wrong') =>
  postFrom(site, proxy, login, { password }, { 'x-forwarded-for': forwarded });

describe('sign-in limit per address', () => {
  test('does not count a sign-in that is rejected because too many are in progress', async () => {
    const site = await createTestApp();
    const { verifyPassword } = await import('../../src/foundation/auth/password.server');
    const salt = randomBytes(16).toString('base64');
    const verify = (N: number, p: number) =>
      verifyPassword('other', ['scrypt', N, 8, p, salt, salt].join('$'));
    // One comparison at a time: behind an expensive one, cheap ones fill the queue.
    const comparisons = [verify(2 ** 15, 10), ...Array.from({ length: 50 }, () => verify(2, 1))];
    expect((await guess(site, '198.51.100.1')).statusCode).toBe(503);
    expect(await site.db.selectFrom('signInFailures').selectAll().execute()).toEqual([]);
    await Promise.all(comparisons);
  });

  test('counts an IPv6 /64 as one address', async () => {
    const site = await createTestApp();
    for (let tries = 0; tries < 5; tries += 1) await guess(site, `2001:db8:1:2::${tries + 1}`);
    expect((await guess(site, '2001:db8:1:2:ffff::9', adminPassword)).statusCode).toBe(429);
    expect((await guess(site, '2001:db8:1:3::1', adminPassword)).statusCode).toBe(200);
  });

  test.each([
    ['an address with a port', (port: number) => `203.0.113.9:${port}`],
    ['an IPv6 address with a port', (port: number) => `[2001:db8::9]:${port}`],
    ['an IPv6 address in brackets', (port: number) => `[2001:db8::${port}]`],
    ['what is no address', (port: number) => `_hidden${port}`],
    [
      'an address before another proxy with a port',
      (port: number) => `203.0.113.9:${port}, 10.0.0.2:${port}`,
    ],
  ])('behind a proxy counts %s as one address', async (_, forward) => {
    const site = await createTestApp({ TRUST_PROXY: '10.0.0.0/8' });
    const send = async (forwarded: string, password?: string) =>
      (await guessFrom(site, '10.0.0.1', forwarded, password)).statusCode;
    for (let tries = 0; tries < 5; tries += 1) expect(await send(forward(5000 + tries))).toBe(401);
    expect(await send(forward(5100), adminPassword)).toBe(429);
    expect(await send('198.51.100.2:443', adminPassword)).toBe(200);
  });

  test('delays sign-ins after 100 failures from many addresses, but still admits the owner', async () => {
    const site = await createTestApp();
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: `failure-${index}`,
      address: `203.0.113.${index}`,
      network: '203.0.113',
      failedAt: new Date().toISOString(),
    }));
    await site.db.insertInto('signInFailures').values(rows).execute();
    const started = performance.now();
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(1_900);
  });

  test('trusts X-Forwarded-For only from a trusted proxy', async () => {
    const site = await createTestApp({ TRUST_PROXY: '10.0.0.0/8' });
    for (let tries = 0; tries < 5; tries += 1)
      await guessFrom(site, '198.51.100.1', `203.0.113.${tries}`);
    expect((await guessFrom(site, '198.51.100.1', '203.0.113.99')).statusCode).toBe(429);
    expect((await guessFrom(site, '10.1.2.3', '203.0.113.99')).statusCode).toBe(401);
    expect((await guessFrom(site, '10.1.2.3', '198.51.100.1')).statusCode).toBe(429);
  });

  test.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
  ])('shows the address of %s without its port', async (forwarded, address) => {
    const site = await createTestApp({ TRUST_PROXY: '10.0.0.0/8' });
    expect((await guessFrom(site, '10.1.2.3', forwarded)).statusCode).toBe(401);
    expect((await guessFrom(site, '10.1.2.3', forwarded, adminPassword)).statusCode).toBe(200);
    for (const path of ['events', 'sessions']) {
      const rows = (await site.admin('GET', `/api/security/${path}`)).json();
      const addresses = rows.map((row: { address: string | null }) => row.address);
      expect(addresses).toContain(address);
      expect(addresses).not.toContain(forwarded);
    }
  });
});
