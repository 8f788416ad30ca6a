import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { countUnreadableSecrets } from '../../src/features/security/second-factor.server';
import { open } from '../../src/lib/secret-box.server';
import { adminPassword, testApp } from '../test-app';

const login = '/api/auth/admin/login';
const root = '/api/security/second-factor';

type Site = Awaited<ReturnType<typeof testApp>>;

/** The code that an app shows, `steps` of 30 s from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** Turns it on. The step of before is used for that, so that the present code still counts. */
async function turnOn(site: Site) {
  const { secret } = (
    await site.admin('POST', `${root}/setup`, { password: adminPassword })
  ).json();
  const answer = await site.admin('POST', `${root}/confirm`, { code: codeOf(secret, -1) });
  expect(answer.statusCode).toBe(200);
  return { secret: String(secret), recoveryCodes: answer.json().recoveryCodes as string[] };
}

const signIn = (site: Site, code?: string, remoteAddress = '198.51.100.1') =>
  site.app.inject({
    method: 'POST',
    url: login,
    payload: { password: adminPassword, ...(code !== undefined && { code }) },
    remoteAddress,
  });

describe('setting the second factor up', () => {
  test('asks for the password, counts from the first right code, and shows recovery codes once', async () => {
    const site = await testApp();
    const refused = await site.admin('POST', `${root}/setup`, { password: 'wrong' });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields).toEqual({ password: 'Invalid password' });
    const { secret, uri } = (
      await site.admin('POST', `${root}/setup`, { password: adminPassword })
    ).json();
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain('issuer=Crewbridge');
    expect((await site.admin('POST', `${root}/confirm`, { code: '000000' })).statusCode).toBe(400);
    expect((await site.admin('GET', root)).json()).toEqual({
      enabledAt: null,
      recoveryCodesLeft: 0,
    });
    expect((await signIn(site)).statusCode).toBe(200);
    const on = await site.admin('POST', `${root}/confirm`, { code: codeOf(secret) });
    expect(on.json().recoveryCodes).toHaveLength(10);
    expect((await site.admin('GET', root)).json()).toEqual({
      enabledAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    const again = await site.admin('POST', `${root}/setup`, { password: adminPassword });
    expect(again.statusCode).toBe(409);
    const stored = JSON.stringify(await site.db.selectFrom('recoveryCodes').selectAll().execute());
    for (const code of on.json().recoveryCodes) expect(stored).not.toContain(code);
  });
});

describe('signing in with the second factor', () => {
  test('asks for a code after the right password, and takes each code once', async () => {
    const site = await testApp();
    const { secret } = await turnOn(site);
    const asked = await signIn(site);
    expect(asked.statusCode).toBe(401);
    expect(asked.json().code).toBe('second_factor');
    expect(asked.cookies).toEqual([]);
    expect((await signIn(site, '000000')).json().code).toBe('second_factor');
    const code = codeOf(secret);
    expect((await signIn(site, `${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200);
    expect((await signIn(site, code)).statusCode).toBe(401);
    expect((await signIn(site, codeOf(secret, -1))).statusCode).toBe(401);
  });

  test('of twins with one code, one gets in', async () => {
    const site = await testApp();
    const { secret } = await turnOn(site);
    const code = codeOf(secret);
    const answers = await Promise.all([signIn(site, code), signIn(site, code), signIn(site, code)]);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('takes each recovery code once, however it is typed', async () => {
    const site = await testApp();
    const { recoveryCodes } = await turnOn(site);
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(site, first)).statusCode).toBe(200);
    expect((await signIn(site, first)).statusCode).toBe(401);
    expect((await signIn(site, second.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200);
    expect((await site.admin('GET', root)).json().recoveryCodesLeft).toBe(8);
  });

  test('limits guesses at codes like those at passwords; the right password buys no more', async () => {
    const site = await testApp();
    await turnOn(site);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await signIn(site)).statusCode).toBe(401);
      expect((await signIn(site, '000000')).statusCode).toBe(401);
    }
    expect((await signIn(site, '000000')).statusCode).toBe(429);
    expect((await signIn(site)).statusCode).toBe(429);
  });

  test('limits guesses at codes from many addresses together; a known device goes on', async () => {
    const site = await testApp();
    const first = await signIn(site);
    const { secret } = await turnOn(site);
    const device = first.cookies.find(({ name }) => name === 'device')?.value ?? '';
    for (let guess = 1; guess <= 5; guess += 1) {
      expect((await signIn(site, '000000', `203.0.113.${guess}`)).statusCode).toBe(401);
    }
    expect((await signIn(site, codeOf(secret), '203.0.113.9')).statusCode).toBe(429);
    const own = await site.app.inject({
      method: 'POST',
      url: login,
      payload: { password: adminPassword, code: codeOf(secret) },
      cookies: { device },
    });
    expect(own.statusCode).toBe(200);
  });

  test('says nothing of codes to who does not know the password', async () => {
    const site = await testApp();
    const { secret } = await turnOn(site);
    const payload = { password: 'wrong', code: codeOf(secret) };
    const answer = await site.app.inject({ method: 'POST', url: login, payload });
    expect(answer.json()).toEqual({ message: 'Invalid password', code: 'unauthenticated' });
  });
});

describe('the secret of the app', () => {
  const stored = async ({ db }: Site) =>
    (await db.selectFrom('secondFactors').select('secret').executeTakeFirstOrThrow()).secret;
  const parts = ({ db, environment }: Site, SECRET_KEY?: string) => ({
    db,
    environment: { ...environment, SECRET_KEY },
  });

  test('is stored encrypted, and one stored in clear is encrypted at the next start', async () => {
    const site = await testApp();
    const { secret } = await turnOn(site);
    expect(await stored(site)).toMatch(/^v1\./);
    expect(Buffer.from(await stored(site), 'base64url').toString('latin1')).not.toContain(secret);
    await site.db.updateTable('secondFactors').set({ secret }).execute();
    expect(await countUnreadableSecrets(parts(site), { reseal: true })).toBe(0);
    expect(await stored(site)).toMatch(/^v1\./);
    expect((await signIn(site, codeOf(secret))).statusCode).toBe(200);
  });

  test('goes over to a SECRET_KEY that is set later, and is then read with that one alone', async () => {
    const site = await testApp();
    const { secret } = await turnOn(site);
    const before = await stored(site);
    const key = 'k'.repeat(32);
    expect(await countUnreadableSecrets(parts(site, key), { reseal: true })).toBe(0);
    expect(await stored(site)).not.toBe(before);
    expect(await countUnreadableSecrets(parts(site, key), { reseal: true })).toBe(0);
    expect(await countUnreadableSecrets(parts(site, 'x'.repeat(32)), { reseal: true })).toBe(1);
    // This server has no SECRET_KEY: codes can't be checked, recovery codes can.
    const answer = await signIn(site, codeOf(secret));
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringContaining('another SECRET_KEY'),
    ]);
  });

  test('that can’t be read leaves the recovery codes', async () => {
    const site = await testApp();
    const { recoveryCodes } = await turnOn(site);
    await countUnreadableSecrets(parts(site, 'k'.repeat(32)), { reseal: true });
    expect((await signIn(site, recoveryCodes[0])).statusCode).toBe(200);
  });

  test('of one user opens nothing as another’s', async () => {
    const site = await testApp();
    await turnOn(site);
    expect(await open(parts(site), 'second-factor:admin', await stored(site))).not.toBeNull();
    expect(await open(parts(site), 'second-factor:other', await stored(site))).toBeNull();
  });
});

test('guesses at the first code of a setup are limited', async () => {
  const site = await testApp();
  const { secret } = (
    await site.admin('POST', `${root}/setup`, { password: adminPassword })
  ).json();
  for (let guess = 0; guess < 5; guess += 1) {
    expect((await site.admin('POST', `${root}/confirm`, { code: '000000' })).statusCode).toBe(400);
  }
  const right = await site.admin('POST', `${root}/confirm`, { code: codeOf(secret) });
  expect(right.statusCode).toBe(429);
});

test('turning it off and new recovery codes ask for password and code', async () => {
  const site = await testApp();
  const { secret, recoveryCodes } = await turnOn(site);
  const [first = '', second = ''] = recoveryCodes;
  const off = (password: string, code: string) =>
    site.admin('POST', `${root}/turn-off`, { password, code });
  expect((await off('wrong', codeOf(secret))).json().fields).toHaveProperty('password');
  expect((await off(adminPassword, '000000')).json().fields).toHaveProperty('code');
  const renewed = await site.admin('POST', `${root}/recovery-codes`, {
    password: adminPassword,
    code: first,
  });
  expect(renewed.json().recoveryCodes).toHaveLength(10);
  expect((await off(adminPassword, second)).statusCode).toBe(400);
  expect((await off(adminPassword, codeOf(secret))).statusCode).toBe(204);
  expect((await signIn(site)).statusCode).toBe(200);
});

test('what happens to the way in is written down, without what was typed', async () => {
  const site = await testApp();
  const { secret, recoveryCodes } = await turnOn(site);
  await site.visitor('POST', login, { password: 'my secret guess' });
  await signIn(site, '123456');
  await signIn(site, codeOf(secret));
  await site.admin('POST', '/api/security/sessions/end-others', {
    password: adminPassword,
    code: recoveryCodes[0],
  });
  const events = (await site.admin('GET', '/api/security/events')).json();
  expect(events.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'code-failed',
    'second-factor-on',
    'sessions-ended',
    'sign-in',
    'sign-in-failed',
  ]);
  const text = JSON.stringify(events);
  for (const typed of ['my secret guess', '123456', secret]) expect(text).not.toContain(typed);
});
