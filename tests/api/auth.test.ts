import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ensureAdminAccount } from '../../src/foundation/auth/admin-account.server';
import { adminPassword } from '../support/api-client';
import { createTestApp } from '../support/test-app';

const login = '/api/auth/admin/login';
const check = '/api/auth/admin/check';

/** Starts a site with the settings for a generated password, and removes its account. */
async function createSiteWithoutAccount() {
  const site = await createTestApp();
  const account = await site.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  await site.db.deleteFrom('users').execute();
  const { DATA_DIR } = site.environment;
  const settings = { DATA_DIR, ADMIN_PASSWORD: undefined };
  return { ...site, account, settings, file: `${DATA_DIR}/admin-password` };
}

describe('POST /api/auth/admin/login', () => {
  test("ends the browser's previous session, and no other, when the password is right", async () => {
    const { visitor, db, adminCookie } = await createTestApp();
    const elsewhere = await adminCookie();
    const signIn = async (password: string, cookie?: string) => {
      const response = await visitor('POST', login, { password }, cookie ? { cookie } : {});
      const { value } = response.cookies.find(({ name }) => name === 'session') ?? {};
      return { status: response.statusCode, cookie: `session=${value}` };
    };
    const isOpen = async (cookie: string) =>
      (await visitor('GET', check, undefined, { cookie })).json().isAuthenticated;

    const first = await signIn(adminPassword);
    expect((await signIn('wrong', first.cookie)).status).toBe(401);
    expect(await isOpen(first.cookie)).toBe(true);
    const second = await signIn(adminPassword, first.cookie);
    expect(await isOpen(first.cookie)).toBe(false);
    expect(await isOpen(second.cookie)).toBe(true);
    expect(await isOpen(elsewhere)).toBe(true);
    expect(await db.selectFrom('sessions').select('userId').execute()).toHaveLength(2);
  });

  test('stores the session token as a hash', async () => {
    const { db, adminCookie } = await createTestApp();
    const cookie = await adminCookie();
    const session = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(session.tokenHash).toMatch(/^[\da-f]{64}$/);
    expect(cookie).not.toContain(session.tokenHash);
  });
});

describe('an admin session', () => {
  test('ends on the server at sign-out', async () => {
    const { visitor, admin, adminCookie } = await createTestApp();
    const cookie = await adminCookie();
    expect((await admin('GET', '/api/leads')).statusCode).toBe(200);
    const signedOut = await admin('POST', '/api/auth/admin/logout');
    expect(signedOut.statusCode).toBe(204);
    expect(signedOut.cookies[0]).toMatchObject({ name: 'session', value: '' });
    expect((await visitor('GET', '/api/leads', undefined, { cookie })).statusCode).toBe(401);
    expect((await visitor('GET', check, undefined, { cookie })).json().isAuthenticated).toBe(false);
  });

  test('ends after 12 idle hours, after 7 days even when it is in use, and when it is from the future', async () => {
    const { admin, db } = await createTestApp();
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const setTimes = (createdAt: string, lastSeenAt: string) =>
      db.updateTable('sessions').set({ createdAt, lastSeenAt }).execute();
    const readStatus = async () => (await admin('GET', '/api/leads')).statusCode;
    expect(await readStatus()).toBe(200);
    await setTimes(hoursAgo(100), hoursAgo(11.9));
    expect(await readStatus()).toBe(200);
    const { lastSeenAt } = await db.selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    expect(lastSeenAt > hoursAgo(0.1)).toBe(true);
    await setTimes(hoursAgo(100), hoursAgo(12.1));
    expect(await readStatus()).toBe(401);
    await setTimes(hoursAgo(24 * 7 + 0.1), hoursAgo(0));
    expect(await readStatus()).toBe(401);
    // As after a clock was set back: it would not expire until then.
    for (const [createdAt, lastSeenAt] of [
      [hoursAgo(-1), hoursAgo(0)],
      [hoursAgo(0), hoursAgo(-1)],
    ] as const) {
      await setTimes(createdAt, lastSeenAt);
      expect(await readStatus()).toBe(401);
    }
    await setTimes(hoursAgo(0), hoursAgo(0));
    expect(await readStatus()).toBe(200);
  });
});

describe('ADMIN_PASSWORD', () => {
  test('ends all sessions when it changes, and is then the only accepted password', async () => {
    const { admin, visitor, db, environment } = await createTestApp();
    expect((await admin('GET', '/api/leads')).statusCode).toBe(200);
    await (await ensureAdminAccount(db, environment)).passwordReady;
    expect((await admin('GET', '/api/leads')).statusCode).toBe(200);
    const changed = { ...environment, ADMIN_PASSWORD: 'another password' };
    await (await ensureAdminAccount(db, changed)).passwordReady;
    expect((await admin('GET', '/api/leads')).statusCode).toBe(401);
    expect((await visitor('POST', login, { password: adminPassword })).statusCode).toBe(401);
    expect((await visitor('POST', login, { password: 'another password' })).statusCode).toBe(200);
  });

  test('is generated when it is not set, returned once, and stored in a file that only the owner can read', async () => {
    const { visitor, db, settings, file } = await createSiteWithoutAccount();
    const { generatedPassword } = await ensureAdminAccount(db, settings);
    expect(generatedPassword).toMatch(/^[\w-]{20}$/);
    expect(readFileSync(file, 'utf8').trim()).toBe(generatedPassword);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await ensureAdminAccount(db, settings)).generatedPassword).toBeUndefined();
    expect((await visitor('POST', login, { password: generatedPassword })).statusCode).toBe(200);
  });
});

describe('ensureAdminAccount', () => {
  test('keeps the generated password when another start creates the account with it first', async () => {
    const { visitor, db, settings, file } = await createSiteWithoutAccount();
    const first = ensureAdminAccount(db, settings);
    await expect.poll(() => existsSync(file), { interval: 1 }).toBe(true);
    // With SQLite the first start, which has written the file, waits for this transaction.
    await db.transaction().execute((transaction) => ensureAdminAccount(transaction, settings));
    await first;
    const password = readFileSync(file, 'utf8').trim();
    expect((await visitor('POST', login, { password })).statusCode).toBe(200);
  });

  test('removes the generated password when another start has created the account with another one', async () => {
    const { db, account, settings, file } = await createSiteWithoutAccount();
    const start = ensureAdminAccount(db, settings);
    await expect.poll(() => existsSync(file), { interval: 1 }).toBe(true);
    await db.insertInto('users').values(account).execute();
    expect((await start).generatedPassword).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  test('returns the password in the file when an earlier attempt wrote it but created no account', async () => {
    const { visitor, db, settings, file } = await createSiteWithoutAccount();
    writeFileSync(file, 'written-before-the-loss\n');
    const { generatedPassword } = await ensureAdminAccount(db, settings);
    expect(generatedPassword).toBe('written-before-the-loss');
    expect((await visitor('POST', login, { password: generatedPassword })).statusCode).toBe(200);
    expect((await ensureAdminAccount(db, settings)).generatedPassword).toBeUndefined();
  });
});
