import { describe, expect, onTestFinished, test } from 'vitest';
import { adminPassword, testApp } from '../test-app';

const login = '/api/auth/admin/login';

type Site = Awaited<ReturnType<typeof testApp>>;

const guess = (site: Site, remoteAddress: string, password = 'wrong') =>
  site.app.inject({ method: 'POST', url: login, payload: { password }, remoteAddress });

describe('guessing', () => {
  test('locks the address out after five failures, and no other address', async () => {
    const site = await testApp();
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

  test('counts each of the guesses that arrive at once', async () => {
    const site = await testApp();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => guess(site, '198.51.100.1')),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('counts those at two processes of one database together', async () => {
    const site = await testApp();
    const { buildApp } = await import('../../src/app/build-app.server');
    const { db, environment } = site;
    const second = await buildApp({ db, environment, clientDir: '/nowhere' });
    onTestFinished(() => second.close());
    const twin = { ...site, app: second };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => guess(index % 2 ? site : twin, '198.51.100.1')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
    for (const one of [site, twin]) {
      expect((await guess(one, '198.51.100.1', adminPassword)).statusCode).toBe(429);
    }
  });

  test('is over after 15 minutes, and a success starts anew', async () => {
    const site = await testApp();
    for (let tries = 0; tries < 5; tries += 1) await guess(site, '198.51.100.1');
    const past = new Date(Date.now() - 15 * 60_000 - 1000).toISOString();
    await site.db.updateTable('signInFailures').set({ failedAt: past }).execute();
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(200);
    for (let tries = 0; tries < 4; tries += 1)
      expect((await guess(site, '198.51.100.1')).statusCode).toBe(401);
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(200);
  });

  test('counts a whole IPv6 network as one address', async () => {
    const site = await testApp();
    for (let tries = 0; tries < 5; tries += 1) await guess(site, `2001:db8:1:2::${tries + 1}`);
    expect((await guess(site, '2001:db8:1:2:ffff::9', adminPassword)).statusCode).toBe(429);
    expect((await guess(site, '2001:db8:1:3::1', adminPassword)).statusCode).toBe(200);
  });

  test('by many addresses slows everyone down and still lets the owner in', async () => {
    const site = await testApp();
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: `failure-${index}`,
      address: `203.0.113.${index}`,
      failedAt: new Date().toISOString(),
    }));
    await site.db.insertInto('signInFailures').values(rows).execute();
    const started = performance.now();
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(1_900);
  });

  test('buys no new address by a forged X-Forwarded-For, unless a trusted proxy says so', async () => {
    const site = await testApp({ TRUST_PROXY: '10.0.0.0/8' });
    const from = (remoteAddress: string, forwarded: string) =>
      site.app.inject({
        method: 'POST',
        url: login,
        payload: { password: 'wrong' },
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
      });
    for (let tries = 0; tries < 5; tries += 1) await from('198.51.100.1', `203.0.113.${tries}`);
    expect((await from('198.51.100.1', '203.0.113.99')).statusCode).toBe(429);
    expect((await from('10.1.2.3', '203.0.113.99')).statusCode).toBe(401);
    expect((await from('10.1.2.3', '198.51.100.1')).statusCode).toBe(429);
  });
});

describe('the owner’s own device', () => {
  /** Signs in. @returns the cookie by which the device is known from then on */
  const known = async (site: Site) =>
    (await guess(site, '198.51.100.1', adminPassword)).cookies.find(
      ({ name }) => name === 'device',
    );

  test('gets in while strangers at the same address are locked out', async () => {
    const site = await testApp();
    const device = await known(site);
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const from = (password: string, cookie?: string) =>
      site.app.inject({
        method: 'POST',
        url: login,
        payload: { password },
        remoteAddress: '198.51.100.1',
        headers: cookie ? { cookie } : {},
      });
    for (let tries = 0; tries < 5; tries += 1) await from('wrong');
    expect((await from(adminPassword)).statusCode).toBe(429);
    expect((await from(adminPassword, 'device=forged')).statusCode).toBe(429);
    const cookie = `device=${device?.value}`;
    expect((await from(adminPassword, cookie)).statusCode).toBe(200);
    // The cookie was for one sign-in; the answer has brought the next one.
    expect((await from(adminPassword, cookie)).statusCode).toBe(429);
  });

  test('is limited itself', async () => {
    const site = await testApp();
    const device = await known(site);
    const fail = () =>
      site.visitor('POST', login, { password: 'wrong' }, { cookie: `device=${device?.value}` });
    for (let tries = 0; tries < 5; tries += 1) expect((await fail()).statusCode).toBe(401);
    expect((await fail()).statusCode).toBe(429);
  });
});
