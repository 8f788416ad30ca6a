import { describe, expect, test } from 'vitest';
import { adminPassword } from '../support/api-client';
import { createTestApp } from '../support/test-app';

const login = '/api/auth/admin/login';
const check = '/api/auth/admin/check';

describe('POST /api/auth/admin/login', () => {
  test('sets a session cookie that /api/auth/admin/check accepts', async () => {
    const { visitor } = await createTestApp();
    expect((await visitor('GET', check)).json()).toEqual({ isAuthenticated: false });
    const response = await visitor('POST', login, { password: adminPassword });
    expect(response.statusCode).toBe(200);
    const session = response.cookies.find(({ name }) => name === 'session');
    expect(session).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(session).not.toHaveProperty('secure');
    const cookie = `${session?.name}=${session?.value}`;
    expect((await visitor('GET', check, undefined, { cookie })).json()).toEqual({
      isAuthenticated: true,
      keyboardShortcuts: true,
    });
  });

  test('reports with a session whether the owner turned off the keyboard shortcuts', async () => {
    const { admin, visitor } = await createTestApp();
    await admin('PATCH', '/api/settings', { keyboardShortcuts: false });
    expect((await admin('GET', check)).json()).toMatchObject({ keyboardShortcuts: false });
    expect((await visitor('GET', check)).json()).toEqual({ isAuthenticated: false });
  });

  test('starts a new session whatever session cookie the browser sends', async () => {
    const { visitor, adminCookie } = await createTestApp();
    for (const planted of ['session=planted-by-somebody', await adminCookie()]) {
      const headers = { cookie: planted };
      const response = await visitor('POST', login, { password: adminPassword }, headers);
      const { value } = response.cookies.find(({ name }) => name === 'session') ?? {};
      expect(value).toMatch(/^[\w-]{43}$/);
      expect(`session=${value}`).not.toBe(planted);
    }
    const cookie = 'session=planted-by-somebody';
    expect((await visitor('GET', check, undefined, { cookie })).json()).toEqual({
      isAuthenticated: false,
    });
  });

  test('sets Secure cookies with the __Host- prefix when SITE_URL is https', async () => {
    const { visitor } = await createTestApp({ SITE_URL: 'https://crew.example' });
    const response = await visitor('POST', login, { password: adminPassword });
    for (const name of ['__Host-session', '__Host-device']) {
      const cookie = response.cookies.find((one) => one.name === name);
      expect(cookie).toMatchObject({ secure: true, path: '/' });
    }
  });

  test('returns 401 and sets no cookie when the password is wrong, and 400 when it is missing or empty', async () => {
    const { visitor } = await createTestApp();
    const rejected = await visitor('POST', login, { password: 'wrong' });
    expect(rejected.statusCode).toBe(401);
    expect(rejected.json()).toEqual({ message: 'Invalid password', code: 'unauthenticated' });
    expect(rejected.cookies).toEqual([]);
    for (const body of [{}, { password: '' }]) {
      const response = await visitor('POST', login, body);
      expect(response.statusCode).toBe(400);
      expect(response.json().fields).toEqual({ password: 'Required' });
    }
  });
});

describe('ADMIN_PASSWORD', () => {
  test('delays sign-in and admin requests until it is applied, while public pages are served', async () => {
    let settle = () => {};
    const accountSettled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    const { admin, visitor } = await createTestApp({}, undefined, {
      adminAccountReady: accountSettled,
    });
    const completed: string[] = [];
    const recordAs = (name: string) => () => completed.push(name);
    const waiting = Promise.all([
      admin('GET', '/api/leads').then(recordAs('leads')),
      admin('GET', '/api/auth/admin/check').then(recordAs('check')),
      visitor('POST', login, { password: adminPassword }).then(recordAs('login')),
    ]);
    expect((await visitor('GET', '/')).statusCode).toBe(200);
    expect((await visitor('GET', '/api/talents')).statusCode).toBe(200);
    expect(completed).toEqual([]);
    settle();
    await waiting;
    expect(completed.sort()).toEqual(['check', 'leads', 'login']);
  });
});
