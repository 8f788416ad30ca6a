import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { withDatabase } from '../../src/db/database.server';
import { decryptSecret } from '../../src/foundation/environment/encryption.server';
import { restore } from '../../src/operations/backup/restore.server';
import { checkSecrets } from '../../src/operations/checks/startup-checks.server';
import { adminPassword } from '../support/api-client';
import { generateCode, turnOnSecondFactor } from '../support/second-factor';
import { createTemporaryBackup } from '../support/temporary-backup';
import { createTestApp, postFrom, type TestSite } from '../support/test-app';
import { createTestSettings } from '../support/test-resources';

const login = '/api/auth/admin/login';
const root = '/api/security/second-factor';

const signIn = (site: TestSite, code?: string, address = '198.51.100.1', cookie = '') =>
  postFrom(site, address, login, { password: adminPassword, code }, { cookie });

describe('setup of the second factor', () => {
  // The trigger is written for SQLite.
  if (inject('engine') === 'sqlite') {
    test('is not half done when the database fails, and the same code is accepted afterwards', async () => {
      const site = await createTestApp();
      const setup = await site.admin('POST', `${root}/setup`, { password: adminPassword });
      const code = generateCode(setup.json().secret, 0);
      await sql`create trigger fail before update of confirmed_at on second_factors
        begin select raise(abort, 'the database failed'); end`.execute(site.db);
      expect((await site.admin('POST', `${root}/confirm`, { code })).statusCode).toBe(500);
      expect(await site.db.selectFrom('recoveryCodes').selectAll().execute()).toEqual([]);
      await sql`drop trigger fail`.execute(site.db);
      const confirmed = await site.admin('POST', `${root}/confirm`, { code });
      expect(confirmed.json().recoveryCodes).toHaveLength(10);
    });
  }

  test('requires the password, takes effect with the first valid code and stores no recovery code in plain text', async () => {
    const site = await createTestApp();
    const rejected = await site.admin('POST', `${root}/setup`, { password: 'wrong' });
    expect(rejected.statusCode).toBe(400);
    expect(rejected.json().fields).toEqual({ password: 'Invalid password' });
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
    const confirmed = await site.admin('POST', `${root}/confirm`, { code: generateCode(secret) });
    expect(confirmed.json().recoveryCodes).toHaveLength(10);
    expect((await site.admin('GET', root)).json()).toEqual({
      enabledAt: expect.any(String),
      recoveryCodesLeft: 10,
    });
    const again = await site.admin('POST', `${root}/setup`, { password: adminPassword });
    expect(again.statusCode).toBe(409);
    const storedCodes = JSON.stringify(
      await site.db.selectFrom('recoveryCodes').selectAll().execute(),
    );
    for (const code of confirmed.json().recoveryCodes) expect(storedCodes).not.toContain(code);
  });
});

describe('POST /api/auth/admin/login with a second factor', () => {
  test('requires a code after the right password alone, and accepts it once, also when three requests race', async () => {
    const site = await createTestApp();
    const { secret } = await turnOnSecondFactor(site);
    const body = { password: 'wrong', code: generateCode(secret) };
    const wrongPassword = await site.visitor('POST', login, body);
    expect(wrongPassword.json()).toEqual({ message: 'Invalid password', code: 'unauthenticated' });
    const withoutCode = await signIn(site);
    expect(withoutCode.statusCode).toBe(401);
    expect(withoutCode.json().code).toBe('second_factor');
    expect(withoutCode.cookies).toEqual([]);
    expect((await signIn(site, '000000')).json().code).toBe('second_factor');
    const code = generateCode(secret);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const responses = await Promise.all([spaced, spaced, spaced].map((one) => signIn(site, one)));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    expect((await signIn(site, code)).statusCode).toBe(401);
    expect((await signIn(site, generateCode(secret, 0))).statusCode).toBe(401);
  });

  test('accepts each recovery code once, ignoring case and separators', async () => {
    const site = await createTestApp();
    const { recoveryCodes } = await turnOnSecondFactor(site);
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(site, first)).statusCode).toBe(200);
    expect((await signIn(site, first)).statusCode).toBe(401);
    expect((await signIn(site, second.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200);
    expect((await site.admin('GET', root)).json().recoveryCodesLeft).toBe(8);
  });

  test('limits code guesses to five, and the right password does not reset the limit', async () => {
    const site = await createTestApp();
    await turnOnSecondFactor(site);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await signIn(site)).statusCode).toBe(401);
      expect((await signIn(site, '000000')).statusCode).toBe(401);
    }
    expect((await signIn(site, '000000')).statusCode).toBe(429);
    expect((await signIn(site)).statusCode).toBe(429);
  });

  test('limits code guesses across addresses, but still admits a known device', async () => {
    const site = await createTestApp();
    const first = await signIn(site);
    const { secret } = await turnOnSecondFactor(site);
    const device = first.cookies.find(({ name }) => name === 'device')?.value ?? '';
    for (let guess = 1; guess <= 5; guess += 1) {
      expect((await signIn(site, '000000', `203.0.113.${guess}`)).statusCode).toBe(401);
    }
    expect((await signIn(site, generateCode(secret), '203.0.113.9')).statusCode).toBe(429);
    const fromKnownDevice = await signIn(
      site,
      generateCode(secret),
      '203.0.113.9',
      `device=${device}`,
    );
    expect(fromKnownDevice.statusCode).toBe(200);
  });
});

describe('TOTP secret', () => {
  const readStoredSecret = async ({ db }: TestSite) =>
    (await db.selectFrom('secondFactors').select('secret').executeTakeFirstOrThrow()).secret;
  const withSecretKey = ({ db, environment }: TestSite, SECRET_KEY?: string) => ({
    db,
    environment: { ...environment, SECRET_KEY },
  });

  test('is stored encrypted, and a plain-text secret is encrypted at the next start', async () => {
    const site = await createTestApp();
    const { secret } = await turnOnSecondFactor(site);
    expect(await readStoredSecret(site)).toMatch(/^v1\./);
    expect(Buffer.from(await readStoredSecret(site), 'base64url').toString('latin1')).not.toContain(
      secret,
    );
    await site.db.updateTable('secondFactors').set({ secret }).execute();
    expect(await checkSecrets(withSecretKey(site), { reencrypt: true })).toEqual([]);
    expect(await readStoredSecret(site)).toMatch(/^v1\./);
    expect((await signIn(site, generateCode(secret))).statusCode).toBe(200);
  });

  test('is re-encrypted when SECRET_KEY is set for the first time, and then needs that key', async () => {
    const site = await createTestApp();
    const { secret } = await turnOnSecondFactor(site);
    const before = await readStoredSecret(site);
    const key = 'k'.repeat(32);
    expect(await checkSecrets(withSecretKey(site, key), { reencrypt: true })).toEqual([]);
    expect(await readStoredSecret(site)).not.toBe(before);
    expect(await checkSecrets(withSecretKey(site, key), { reencrypt: true })).toEqual([]);
    expect(await checkSecrets(withSecretKey(site, 'x'.repeat(32)), { reencrypt: true })).toEqual([
      expect.stringContaining('SECRET_KEY has changed'),
    ]);
    // The running server has no SECRET_KEY, so it cannot decrypt the secret to check a code.
    const response = await signIn(site, generateCode(secret));
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      expect.stringContaining('SECRET_KEY has changed'),
    ]);
  });

  // A SQLite database can be created in any project, a PostgreSQL one only in its own.
  if (inject('engine') === 'postgres') {
    test.each(['k'.repeat(32), undefined])(
      'needs no file of the data folder after a restore from SQLite to PostgreSQL (SECRET_KEY: %s)',
      async (SECRET_KEY) => {
        const site = await createTestApp({}, {}, { engine: 'sqlite' });
        await turnOnSecondFactor(site);
        const { file } = await createTemporaryBackup(site.environment);
        const environment = { ...(await createTestSettings('postgres')), SECRET_KEY };
        await restore(environment, file, { force: false });
        rmSync(join(environment.DATA_DIR, 'secret-key'));
        const unreadable = await withDatabase(environment, (db) =>
          checkSecrets({ db, environment }, { reencrypt: false }),
        );
        expect(unreadable).toEqual([]);
      },
    );
  }

  test('is not encrypted with an empty secret-key in DATA_DIR', async () => {
    const { admin, environment } = await createTestApp({}, {}, { engine: 'sqlite' });
    writeFileSync(join(environment.DATA_DIR, 'secret-key'), '');
    const begun = await admin('POST', '/api/security/second-factor/setup', {
      password: adminPassword,
    });
    expect(begun.statusCode).toBe(500);
    // Another key is in use.
    const site = await createTestApp({ SECRET_KEY: 'k'.repeat(32) }, {}, { engine: 'sqlite' });
    writeFileSync(join(site.environment.DATA_DIR, 'secret-key'), '');
    await turnOnSecondFactor(site);
  });

  test('is re-encrypted with a new SECRET_KEY while secret-key in DATA_DIR holds the old one', async () => {
    const site = await createTestApp();
    await turnOnSecondFactor(site);
    const [oldKey, newKey] = ['k'.repeat(32), 'n'.repeat(32)];
    await checkSecrets(withSecretKey(site, oldKey), { reencrypt: true });
    const file = join(site.environment.DATA_DIR, 'secret-key');
    writeFileSync(file, `${oldKey}\n`);
    await checkSecrets(withSecretKey(site, newKey), { reencrypt: true });
    rmSync(file);
    expect(await checkSecrets(withSecretKey(site, newKey), { reencrypt: false })).toEqual([]);
  });

  test('is not needed for recovery codes, which work when it cannot be decrypted', async () => {
    const site = await createTestApp();
    const { recoveryCodes } = await turnOnSecondFactor(site);
    await checkSecrets(withSecretKey(site, 'k'.repeat(32)), { reencrypt: true });
    expect((await signIn(site, recoveryCodes[0])).statusCode).toBe(200);
  });

  test('cannot be decrypted as the secret of another user', async () => {
    const site = await createTestApp();
    await turnOnSecondFactor(site);
    expect(
      await decryptSecret(withSecretKey(site), 'second-factor:admin', await readStoredSecret(site)),
    ).not.toBeNull();
    expect(
      await decryptSecret(withSecretKey(site), 'second-factor:other', await readStoredSecret(site)),
    ).toBeNull();
  });
});

describe('second factor', () => {
  test('limits guesses at the first code of a setup to five', async () => {
    const site = await createTestApp();
    const { secret } = (
      await site.admin('POST', `${root}/setup`, { password: adminPassword })
    ).json();
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await site.admin('POST', `${root}/confirm`, { code: '000000' })).statusCode).toBe(
        400,
      );
    }
    const right = await site.admin('POST', `${root}/confirm`, { code: generateCode(secret) });
    expect(right.statusCode).toBe(429);
  });

  test('requires password and code to turn off and to renew recovery codes', async () => {
    const site = await createTestApp();
    const { secret, recoveryCodes } = await turnOnSecondFactor(site);
    const [first = '', second = ''] = recoveryCodes;
    const turnOff = (password: string, code: string) =>
      site.admin('POST', `${root}/turn-off`, { password, code });
    expect((await turnOff('wrong', generateCode(secret))).json().fields).toHaveProperty('password');
    expect((await turnOff(adminPassword, '000000')).json().fields).toHaveProperty('code');
    const renewed = await site.admin('POST', `${root}/recovery-codes`, {
      password: adminPassword,
      code: first,
    });
    expect(renewed.json().recoveryCodes).toHaveLength(10);
    expect((await turnOff(adminPassword, second)).statusCode).toBe(400);
    expect((await turnOff(adminPassword, generateCode(secret))).statusCode).toBe(204);
    expect((await signIn(site)).statusCode).toBe(200);
  });
});

describe('security events', () => {
  test('are logged without what was typed', async () => {
    const site = await createTestApp();
    const { secret, recoveryCodes } = await turnOnSecondFactor(site);
    await site.visitor('POST', login, { password: 'my secret guess' });
    await signIn(site, '123456');
    await signIn(site, generateCode(secret));
    await site.admin('POST', '/api/security/sessions/end-others', {
      password: adminPassword,
      code: recoveryCodes[0],
    });
    const events = (await site.admin('GET', '/api/security/events')).json();
    expect(events.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      'code-failed',
      'recovery-code-used',
      'second-factor-on',
      'sessions-ended',
      'sign-in',
      'sign-in-failed',
    ]);
    const text = JSON.stringify(events);
    for (const typed of ['my secret guess', '123456', secret]) expect(text).not.toContain(typed);
  });
});
