import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adminPassword } from '../support/api-client';
import { createTestApp } from '../support/test-app';

const login = '/api/auth/admin/login';

type Site = Awaited<ReturnType<typeof createTestApp>>;

const guess = (site: Site, remoteAddress: string, password = 'wrong') =>
  site.app.inject({ method: 'POST', url: login, payload: { password }, remoteAddress });

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

  test('counts concurrent guesses', async () => {
    const site = await createTestApp();
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => guess(site, '198.51.100.1')),
    );
    const statuses = responses.map((response) => response.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('counts guesses across two processes on one database', async () => {
    const site = await createTestApp();
    const { buildApp } = await import('../../src/app/app.server');
    const { db, environment } = site;
    const second = await buildApp({ db, environment, clientDir: '/nowhere' });
    onTestFinished(() => second.close());
    const secondSite = { ...site, app: second };
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

  describe('behind a proxy', () => {
    const guessFrom = ({ app }: Site, forwarded: string, password = 'wrong') =>
      app.inject({
        ...{ method: 'POST', url: login, payload: { password }, remoteAddress: '10.0.0.1' },
        headers: { 'x-forwarded-for': forwarded },
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
    ])('counts %s as one address', async (_, forward) => {
      const site = await createTestApp({ TRUST_PROXY: '10.0.0.0/8' });
      for (let tries = 0; tries < 5; tries += 1) {
        expect((await guessFrom(site, forward(5000 + tries))).statusCode).toBe(401);
      }
      expect((await guessFrom(site, forward(5100), adminPassword)).statusCode).toBe(429);
      expect((await guessFrom(site, '198.51.100.2:443', adminPassword)).statusCode).toBe(200);
    });
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
    const guessFrom = (remoteAddress: string, forwarded: string) =>
      site.app.inject({
        method: 'POST',
        url: login,
        payload: { password: 'wrong' },
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
      });
    for (let tries = 0; tries < 5; tries += 1)
      await guessFrom('198.51.100.1', `203.0.113.${tries}`);
    expect((await guessFrom('198.51.100.1', '203.0.113.99')).statusCode).toBe(429);
    expect((await guessFrom('10.1.2.3', '203.0.113.99')).statusCode).toBe(401);
    expect((await guessFrom('10.1.2.3', '198.51.100.1')).statusCode).toBe(429);
  });

  test.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
  ])('shows the address of %s without its port', async (forwarded, address) => {
    const site = await createTestApp({ TRUST_PROXY: '10.0.0.0/8' });
    const signIn = (password: string) =>
      site.app.inject({
        ...{ method: 'POST', url: login, payload: { password }, remoteAddress: '10.1.2.3' },
        headers: { 'x-forwarded-for': forwarded },
      });
    expect((await signIn('wrong')).statusCode).toBe(401);
    expect((await signIn(adminPassword)).statusCode).toBe(200);
    for (const path of ['events', 'sessions']) {
      const rows = (await site.admin('GET', `/api/security/${path}`)).json();
      const addresses = rows.map((row: { address: string | null }) => row.address);
      expect(addresses).toContain(address);
      expect(addresses).not.toContain(forwarded);
    }
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
      site.app.inject({
        method: 'POST',
        url: login,
        payload: { password },
        remoteAddress: '198.51.100.1',
        headers: cookie ? { cookie } : {},
      });
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
    'locks out an %s after 20 failures, but no other network',
    async (_, buildAddress, outside) => {
      const site = await createTestApp();
      const statuses = [];
      for (let index = 1; index <= 30; index += 1) {
        statuses.push((await guess(site, buildAddress(index))).statusCode);
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(20);
      const locked = await guess(site, buildAddress(99), adminPassword);
      expect(locked.statusCode).toBe(429);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(14 * 60);
      expect((await guess(site, outside, adminPassword)).statusCode).toBe(200);
    },
  );

  test.each(networks)('counts concurrent guesses from one %s', async (_, buildAddress) => {
    const site = await createTestApp();
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => guess(site, buildAddress(index + 1))),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(20);
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });

  test('still admits a known device of a locked network', async () => {
    const site = await createTestApp();
    const { cookies } = await guess(site, '198.51.100.1', adminPassword);
    const device = cookies.find(({ name }) => name === 'device')?.value;
    for (let index = 1; index <= 25; index += 1) await guess(site, `198.51.100.${index}`);
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(429);
    const fromDevice = await site.app.inject({
      method: 'POST',
      url: login,
      payload: { password: adminPassword },
      remoteAddress: '198.51.100.1',
      headers: { cookie: `device=${device}` },
    });
    expect(fromDevice.statusCode).toBe(200);
  });

  test('ends after 15 minutes', async () => {
    const site = await createTestApp();
    for (let index = 1; index <= 21; index += 1) await guess(site, `198.51.100.${index}`);
    const past = new Date(Date.now() - 15 * 60_000 - 1000).toISOString();
    await site.db.updateTable('signInFailures').set({ failedAt: past }).execute();
    expect((await guess(site, '198.51.100.99', adminPassword)).statusCode).toBe(200);
  });
});
