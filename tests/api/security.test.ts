import { expect, test } from 'vitest';
import { adminPassword, testApp } from '../test-app';

const login = '/api/auth/admin/login';

test('the running sessions are listed with where they came from, and end one by one or all others at once', async () => {
  const site = await testApp();
  await site.app.inject({
    method: 'POST',
    url: login,
    payload: { password: adminPassword },
    remoteAddress: '203.0.113.7',
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko Firefox/140.0' },
  });
  const list = async () => (await site.admin('GET', '/api/security/sessions')).json();
  const sessions = await list();
  expect(sessions).toHaveLength(2);
  const other = sessions.find(({ current }: { current: boolean }) => !current);
  expect(other).toMatchObject({ address: '203.0.113.7', agent: 'Firefox on Windows' });
  const end = () => site.admin('DELETE', `/api/security/sessions/${other.id}`);
  expect((await end()).statusCode).toBe(204);
  expect((await end()).statusCode).toBe(404);
  for (let again = 0; again < 2; again += 1) {
    await site.visitor('POST', login, { password: adminPassword });
  }
  expect(await list()).toHaveLength(3);
  const ended = await site.admin('POST', '/api/security/sessions/end-others');
  expect(ended.statusCode).toBe(204);
  expect(await list()).toEqual([expect.objectContaining({ current: true })]);
});

test('settings that have changed are named at the next start, without their values', async () => {
  const { recordSettings } = await import('../../src/features/security/settings-changes.server');
  const { db, admin } = await testApp();
  const settings = { SMTP_URL: 'smtp://me:hunter2@mail.example', SITE_NAME: 'One' };
  await recordSettings(db, settings);
  await recordSettings(db, { ...settings, PATH: '/bin' });
  expect((await admin('GET', '/api/security/events')).json()).toEqual([]);
  await recordSettings(db, { SITE_NAME: 'Two', NOTIFY_EMAIL: 'a@b.example' });
  const [event] = (await admin('GET', '/api/security/events')).json();
  expect(event).toMatchObject({
    kind: 'settings-changed',
    detail: 'SITE_NAME, SMTP_URL, NOTIFY_EMAIL',
  });
  const stored = JSON.stringify(await db.selectFrom('siteState').selectAll().execute());
  expect(stored).not.toContain('hunter2');
});
