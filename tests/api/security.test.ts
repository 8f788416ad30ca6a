import { describe, expect, test } from 'vitest';
import type { SecurityEvent } from '../../src/foundation/auth/contract';
import { startSession } from '../../src/foundation/auth/session-store.server';
import { adminPassword } from '../support/api-client';
import { generateCode, turnOnSecondFactor } from '../support/second-factor';
import { createTestApp, postFrom } from '../support/test-app';

const login = '/api/auth/admin/login';

/** A site with the admin's own session and a second one from another device. */
async function siteWithSessions() {
  const site = await createTestApp();
  const agent = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko Firefox/140.0';
  const signIn = { password: adminPassword };
  await postFrom(site, '203.0.113.7', login, signIn, { 'user-agent': agent });
  const list = async (): Promise<{ id: string; current: boolean }[]> =>
    (await site.admin('GET', '/api/security/sessions')).json();
  const other = (await list()).find(({ current }) => !current);
  const otherUrl = `/api/security/sessions/${other?.id}`;
  const endOne = (body?: object) => site.admin('POST', `${otherUrl}/end`, body);
  const remove = (body?: object) => site.admin('DELETE', otherUrl, body);
  const endOthers = (body?: object) =>
    site.admin('POST', '/api/security/sessions/end-others', body);
  return { ...site, list, other, endOne, remove, endOthers };
}

describe('/api/security/sessions', () => {
  const password = adminPassword;

  test.each([
    ['POST', 'endOne'],
    ['DELETE', 'remove'],
  ] as const)('ends a session by %s and returns 404 the second time', async (_, name) => {
    const { list, [name]: end } = await siteWithSessions();
    expect((await end({ password })).statusCode).toBe(204);
    expect(await list()).toEqual([expect.objectContaining({ current: true })]);
    expect((await end({ password })).statusCode).toBe(404);
  });

  test('lists the running sessions with the device and address that started them, and ends all but the current one', async () => {
    const { list, other, endOthers, visitor } = await siteWithSessions();
    expect(other).toMatchObject({ address: '203.0.113.7', agent: 'Firefox on Windows' });
    await visitor('POST', login, { password });
    expect(await list()).toHaveLength(3);
    expect((await endOthers({ password })).statusCode).toBe(204);
    expect(await list()).toEqual([expect.objectContaining({ current: true })]);
  });

  test('requires the password to end sessions', async () => {
    const { list, endOne, remove, endOthers } = await siteWithSessions();
    for (const end of [endOne, remove, endOthers]) {
      const without = await end({});
      expect(without.statusCode).toBe(400);
      expect(without.json().fields).toEqual({ password: 'Required' });
      const wrong = await end({ password: 'wrong' });
      expect(wrong.statusCode).toBe(400);
      expect(wrong.json().fields).toEqual({ password: 'Invalid password' });
    }
    expect((await remove()).json().fields).toEqual({ password: 'Required' });
    expect((await endOthers()).statusCode).toBe(400);
    expect(await list()).toHaveLength(2);
  });

  test('requires a code as well when the second factor is on', async () => {
    const { list, endOne, endOthers, ...site } = await siteWithSessions();
    const [first, second] = (await turnOnSecondFactor(site)).recoveryCodes;
    for (const end of [endOne, endOthers]) {
      const without = await end({ password });
      expect(without.statusCode).toBe(400);
      expect(without.json().fields).toEqual({ code: 'Required' });
      const wrong = await end({ password, code: '000000' });
      expect(wrong.json().fields).toEqual({
        code: 'This code is wrong or was already used.',
      });
    }
    expect(await list()).toHaveLength(2);
    expect((await endOne({ password, code: first })).statusCode).toBe(204);
    expect((await endOthers({ password, code: first })).statusCode).toBe(400);
    expect((await endOthers({ password, code: second })).statusCode).toBe(204);
  });

  test('lets the owner end sessions while a stolen session is rate limited for guessing', async () => {
    const { db, visitor, list, endOne } = await siteWithSessions();
    const stolen = { cookie: `session=${await startSession(db, 'admin')}` };
    const statuses = [];
    for (let guess = 0; guess < 6; guess += 1) {
      const url = '/api/security/sessions/end-others';
      statuses.push((await visitor('POST', url, { password: 'wrong' }, stolen)).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await endOne({ password })).statusCode).toBe(204);
    expect(await list()).toHaveLength(2);
  });

  test('lets the owner turn on the second factor while a stolen session guesses at its code', async () => {
    const { db, visitor, admin } = await siteWithSessions();
    const stolen = { cookie: `session=${await startSession(db, 'admin')}` };
    const root = '/api/security/second-factor';
    const { secret } = (await admin('POST', `${root}/setup`, { password })).json();
    for (let guess = 0; guess < 6; guess += 1) {
      await visitor('POST', `${root}/confirm`, { code: '000000' }, stolen);
    }
    const code = generateCode(secret, 0);
    expect((await admin('POST', `${root}/confirm`, { code })).statusCode).toBe(200);
  });

  test('returns 429 after five wrong passwords and ends no session', async () => {
    const { list, endOne, endOthers } = await siteWithSessions();
    const statuses = [];
    for (const end of [endOne, endOthers, endOne, endOthers, endOne, endOthers]) {
      statuses.push((await end({ password: 'wrong' })).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await endOthers({ password })).statusCode).toBe(429);
    expect(await list()).toHaveLength(2);
  });
});

describe('settings-changed event', () => {
  test('names changed settings after a restart without storing their values', async () => {
    const { recordSettingsChanges } = await import(
      '../../src/foundation/auth/changed-variables.server'
    );
    const { db, admin } = await createTestApp();
    const settings = { SMTP_URL: 'smtp://me:hunter2@mail.example', SITE_NAME: 'One' };
    await recordSettingsChanges(db, settings);
    await recordSettingsChanges(db, { ...settings, PATH: '/bin' });
    // The other process of the same site.
    await recordSettingsChanges(db, { ...settings, PORT: '3001', METRICS_PORT: '9465' });
    expect((await admin('GET', '/api/security/events')).json()).toEqual([]);
    await recordSettingsChanges(db, { SITE_NAME: 'Two', NOTIFY_EMAIL: 'a@b.example' });
    const [event] = (await admin('GET', '/api/security/events')).json();
    expect(event).toMatchObject({
      kind: 'settings-changed',
      detail: 'SITE_NAME, NOTIFY_EMAIL, SMTP_URL',
    });
    const stored = JSON.stringify(await db.selectFrom('siteState').selectAll().execute());
    expect(stored).not.toContain('hunter2');
  });
});

describe('webhook-directed event', () => {
  test('names the host of a webhook that a stolen session adds, redirects or turns on', async () => {
    const { db, visitor, admin } = await createTestApp();
    const stolen = { cookie: `session=${await startSession(db, 'admin')}` };
    const input = { name: 'Sheet', url: 'https://one.example/secret', events: ['lead.created'] };
    const { id } = (await visitor('POST', '/api/webhooks', input, stolen)).json();
    for (const change of [
      { name: 'Leads' },
      { url: 'https://two.example' },
      { isActive: false },
      { url: 'https://three.example' },
      { isActive: true },
      { isActive: true },
    ]) {
      const changed = await visitor('PATCH', `/api/webhooks/${id}`, change, stolen);
      expect(changed.statusCode).toBe(200);
    }
    const events: SecurityEvent[] = (await admin('GET', '/api/security/events')).json();
    expect(events.map(({ kind, detail }) => [kind, detail]).toReversed()).toEqual(
      ['one.example', 'two.example', 'three.example'].map((host) => ['webhook-directed', host]),
    );
  });
});
