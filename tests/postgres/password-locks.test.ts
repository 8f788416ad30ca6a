import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getSessionCookie } from '../../src/foundation/auth/cookies.server';
import { startSession } from '../../src/foundation/auth/session-store.server';
import { adminPassword } from '../support/api-client';
import { sendDuring } from '../support/lock-waits';
import { createTestApp } from '../support/test-app';

const next = 'seven green herons at dusk';

async function createSite() {
  const site = await createTestApp({ ADMIN_PASSWORD: '' });
  const { db, visitor, admin } = site;
  const signIn = (password: string) => visitor('POST', '/api/auth/admin/login', { password });
  const change = (change: object, headers?: Record<string, string>) =>
    admin('POST', '/api/auth/admin/password', { current: adminPassword, ...change }, headers);

  /** Sends a request that waits, with its password verified, until another request is answered. */
  const sendAround = <Waiting>(
    send: () => PromiseLike<Waiting>,
    sendOther: () => Promise<unknown>,
  ) =>
    sendDuring(
      db,
      // The failure that a right password clears.
      (transaction) => sql`select id from sign_in_failures for update`.execute(transaction),
      send,
      sendOther,
    );
  return { ...site, signIn, change, sendAround };
}

test('a sign-in with the old password starts no session when the password is changed while it runs', async () => {
  const { db, admin, signIn, change, sendAround } = await createSite();
  expect((await signIn('wrong')).statusCode).toBe(401);
  const late = await sendAround(
    () => signIn(adminPassword),
    async () => expect((await change({ next })).statusCode).toBe(204),
  );
  expect(late.statusCode).toBe(401);
  expect(late.json().message).toBe('Invalid password');
  expect(late.cookies).toEqual([]);
  expect((await admin('GET', '/api/security/sessions')).json()).toHaveLength(1);
  expect(await db.selectFrom('knownDevices').selectAll().execute()).toEqual([]);
  const events: { kind: string }[] = (await admin('GET', '/api/security/events')).json();
  expect(events.map(({ kind }) => kind)).toEqual([
    'sign-in-failed',
    'password-changed',
    'sign-in-failed',
  ]);
});

test('a change of the password that proved the old one does not replace the password that another change has set', async () => {
  const { db, environment, signIn, change, sendAround } = await createSite();
  expect((await change({ current: 'wrong', next })).statusCode).toBe(400);
  const cookie = `${getSessionCookie(environment).name}=${await startSession(db, 'admin')}`;
  const late = await sendAround(
    () => change({ next: 'nine brown owls at dawn' }),
    async () => expect((await change({ next }, { cookie })).statusCode).toBe(204),
  );
  expect(late.statusCode).toBe(400);
  expect(late.json().fields).toEqual({ current: 'Invalid password' });
  expect((await signIn(next)).statusCode).toBe(200);
});
