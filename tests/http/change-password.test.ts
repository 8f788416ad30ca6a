import { describe, expect, test } from 'vitest';
import { startSession } from '../../src/foundation/auth/session-store.server';
import { adminPassword } from '../support/api-client';
import { turnOnSecondFactor } from '../support/second-factor';
import { createTestApp } from '../support/test-app';

const url = '/api/auth/admin/password';
const next = 'seven green herons at dusk';

async function createSite(variables: Record<string, string> = { ADMIN_PASSWORD: '' }) {
  const site = await createTestApp(variables);
  return {
    ...site,
    change: (payload: object) => site.admin('POST', url, payload),
    signIn: async (password: string) =>
      (await site.visitor('POST', '/api/auth/admin/login', { password })).statusCode,
  };
}

describe('POST /api/auth/admin/password', () => {
  test('changes the password, stores its scrypt hash, keeps this session and ends all others', async () => {
    const { change, signIn, admin, db } = await createSite();
    await startSession(db, 'admin');
    expect((await change({ current: adminPassword, next })).statusCode).toBe(204);
    const user = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    expect(user).toMatchObject({ username: 'admin', role: 'admin' });
    expect(user.password).toMatch(/^scrypt\$32768\$8\$3\$/);
    expect(user.password).not.toContain(next);
    expect(await signIn(adminPassword)).toBe(401);
    const sessions = (await admin('GET', '/api/security/sessions')).json();
    expect(sessions).toEqual([expect.objectContaining({ current: true })]);
    expect(await signIn(next)).toBe(200);
    const [event] = (await admin('GET', '/api/security/events'))
      .json()
      .filter(({ kind }: { kind: string }) => kind === 'password-changed');
    expect(event).toBeDefined();
  });

  test('requires the current password, and locks further attempts after five wrong ones', async () => {
    const { change, signIn } = await createSite();
    for (let tries = 0; tries < 5; tries += 1) {
      const rejected = await change({ current: 'wrong', next });
      expect(rejected.statusCode).toBe(400);
      expect(rejected.json().fields).toEqual({ current: 'Invalid password' });
    }
    expect((await change({ current: adminPassword, next })).statusCode).toBe(429);
    expect(await signIn(next)).toBe(401);
  });

  test('rejects weak passwords, the site’s name and the current password', async () => {
    const { change } = await createSite();
    for (const weak of ['password123456789', 'crewbridgecrewbridge', adminPassword]) {
      const rejected = await change({ current: adminPassword, next: weak });
      expect(rejected.statusCode, weak).toBe(400);
      expect(Object.keys(rejected.json().fields), weak).toEqual(['next']);
    }
  });

  test('returns 409 when ADMIN_PASSWORD is set', async () => {
    const { change } = await createSite({});
    expect((await change({ current: adminPassword, next })).statusCode).toBe(409);
  });

  test('requires a code as well when the second factor is on', async () => {
    const { change, ...site } = await createSite();
    const [code] = (await turnOnSecondFactor(site)).recoveryCodes;
    const without = await change({ current: adminPassword, next });
    expect(without.json().fields).toEqual({ code: 'Required' });
    expect((await change({ current: adminPassword, next, code })).statusCode).toBe(204);
  });
});
