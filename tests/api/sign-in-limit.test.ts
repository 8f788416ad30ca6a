import { randomBytes, scryptSync } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { adminPassword, testApp } from '../test-app';

const login = '/api/auth/admin/login';

type Site = Awaited<ReturnType<typeof testApp>>;

/** A site whose password is checked fast, so that a test can guess often. */
async function siteWithCheapPassword() {
  const site = await testApp();
  const salt = randomBytes(16);
  const key = scryptSync(adminPassword, salt, 32, { N: 2, r: 1, p: 1 });
  const password = ['scrypt', 2, 1, 1, salt.toString('base64'), key.toString('base64')].join('$');
  await site.db.updateTable('users').set({ password }).execute();
  return site;
}

const guess = (site: Site, remoteAddress: string, password = 'wrong') =>
  site.app.inject({ method: 'POST', url: login, payload: { password }, remoteAddress });

describe('guessing', () => {
  test('locks the address out after five failures, and no other address', async () => {
    const site = await siteWithCheapPassword();
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
    const site = await siteWithCheapPassword();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => guess(site, '198.51.100.1')),
    );
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  test('counts those at two processes of one database together', async () => {
    const site = await siteWithCheapPassword();
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
    const site = await siteWithCheapPassword();
    for (let tries = 0; tries < 5; tries += 1) await guess(site, '198.51.100.1');
    const past = new Date(Date.now() - 15 * 60_000 - 1000).toISOString();
    await site.db.updateTable('signInFailures').set({ failedAt: past }).execute();
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(200);
    for (let tries = 0; tries < 4; tries += 1)
      expect((await guess(site, '198.51.100.1')).statusCode).toBe(401);
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(200);
  });

  test('counts a whole IPv6 network as one address', async () => {
    const site = await siteWithCheapPassword();
    for (let tries = 0; tries < 5; tries += 1) await guess(site, `2001:db8:1:2::${tries + 1}`);
    expect((await guess(site, '2001:db8:1:2:ffff::9', adminPassword)).statusCode).toBe(429);
    expect((await guess(site, '2001:db8:1:3::1', adminPassword)).statusCode).toBe(200);
  });

  test('by many addresses slows everyone down and still lets the owner in', async () => {
    const site = await siteWithCheapPassword();
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
    const site = await siteWithCheapPassword();
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
    const site = await siteWithCheapPassword();
    const device = await known(site);
    const fail = () =>
      site.visitor('POST', login, { password: 'wrong' }, { cookie: `device=${device?.value}` });
    for (let tries = 0; tries < 5; tries += 1) expect((await fail()).statusCode).toBe(401);
    expect((await fail()).statusCode).toBe(429);
  });
});

describe('guessing from one network', () => {
  const sources: [string, (at: number) => string, string][] = [
    ['IPv6 /48', (at) => `2001:db8:1:${at.toString(16)}::1`, '2001:db8:2::1'],
    ['IPv4 /24', (at) => `198.51.100.${at}`, '198.51.101.1'],
  ];

  test.each(sources)(
    'ends after 20 failures of one %s, and locks nobody else out',
    async (_, addressAt, outside) => {
      const site = await siteWithCheapPassword();
      const statuses = [];
      for (let at = 1; at <= 30; at += 1) {
        statuses.push((await guess(site, addressAt(at))).statusCode);
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(20);
      const locked = await guess(site, addressAt(99), adminPassword);
      expect(locked.statusCode).toBe(429);
      expect(Number(locked.headers['retry-after'])).toBeGreaterThan(14 * 60);
      expect((await guess(site, outside, adminPassword)).statusCode).toBe(200);
    },
  );

  test.each(sources)('counts at once what arrives at once from one %s', async (_, addressAt) => {
    const site = await siteWithCheapPassword();
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, at) => guess(site, addressAt(at + 1))),
    );
    expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(20);
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });

  test('leaves a known device of that network its sign-in', async () => {
    const site = await siteWithCheapPassword();
    const { cookies } = await guess(site, '198.51.100.1', adminPassword);
    const device = cookies.find(({ name }) => name === 'device')?.value;
    for (let at = 1; at <= 25; at += 1) await guess(site, `198.51.100.${at}`);
    expect((await guess(site, '198.51.100.1', adminPassword)).statusCode).toBe(429);
    const known = await site.app.inject({
      method: 'POST',
      url: login,
      payload: { password: adminPassword },
      remoteAddress: '198.51.100.1',
      headers: { cookie: `device=${device}` },
    });
    expect(known.statusCode).toBe(200);
  });

  test('is over after 15 minutes', async () => {
    const site = await siteWithCheapPassword();
    for (let at = 1; at <= 21; at += 1) await guess(site, `198.51.100.${at}`);
    const past = new Date(Date.now() - 15 * 60_000 - 1000).toISOString();
    await site.db.updateTable('signInFailures').set({ failedAt: past }).execute();
    expect((await guess(site, '198.51.100.99', adminPassword)).statusCode).toBe(200);
  });
});
