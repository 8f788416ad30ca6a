import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { runInTransaction } from '../../db/transactions.server';
import { type Api, describeRoutes, noContent } from '../../http/api.server';
import { getClientAddress } from '../../http/client-network.server';
import { AppError, createFormError, type ErrorCode } from '../../lib/errors';
import { findPasswordWeakness } from '../../lib/password-strength';
import type { SiteOptions } from '../environment/define-plugin.server';
import type { UserRow } from './admin-account.server';
import { type PasswordChange, passwordChange, sessionStatus, signInInput } from './contract';
import { getSessionCookie, readSessionToken } from './cookies.server';
import { forgetOtherDevices, rememberDevice, setDeviceCookie } from './known-device.server';
import { hashPassword } from './password.server';
import { isSignedIn, readUserId } from './require-admin.server';
import { recordSecurityEvent } from './security-event-store.server';
import { endOtherSessions, endSession, startSession } from './session-store.server';
import { lockVerifiedUser, proveIdentity, rejectPassword, signIn } from './sign-in.server';
import { describeUserAgent } from './user-agent.server';

/**
 * Changes the admin's password, and ends all other sessions.
 * @param userId the signed-in user
 * @throws AppError conflict when the environment sets the password; invalid, too_many_requests
 */
async function changePassword(
  site: SiteOptions,
  request: FastifyRequest,
  userId: string,
  { current, next, code }: PasswordChange,
): Promise<void> {
  const { db, environment } = site;
  const { ADMIN_PASSWORD, SITE_NAME, SITE_URL, DATA_DIR } = environment;
  if (ADMIN_PASSWORD !== undefined) {
    throw new AppError(
      'conflict',
      'Only the person who runs your server can change the password (ADMIN_PASSWORD).',
    );
  }
  const weakness = findPasswordWeakness(next, [SITE_NAME, new URL(SITE_URL).hostname]);
  if (weakness) throw createFormError({ next: `The new password ${weakness}.` });
  if (next === current)
    throw createFormError({ next: 'Choose a password that you don’t use yet.' });
  let user: UserRow;
  try {
    user = await proveIdentity(site, request, { password: current, code });
  } catch (error) {
    const { password, ...others } = (error instanceof AppError && error.fields) || {};
    if (password === undefined) throw error;
    throw createFormError({ ...others, current: password });
  }
  const hash = await hashPassword(next);
  await runInTransaction(db, async (transaction) => {
    if (!(await lockVerifiedUser(transaction, user))) {
      throw createFormError({ current: 'Invalid password' });
    }
    await transaction
      .updateTable('users')
      .set({ password: hash })
      .where('id', '=', userId)
      .execute();
    await endOtherSessions(transaction, userId, readSessionToken(request, environment));
    await forgetOtherDevices(transaction, userId, request, environment);
    await recordSecurityEvent(transaction, { kind: 'password-changed', request });
  });
  // A generated password that no longer works would be misleading.
  rmSync(join(DATA_DIR, 'admin-password'), { force: true });
}

const describeRoute = describeRoutes('auth');
const signInErrors: readonly ErrorCode[] = ['unauthenticated', 'conflict', 'too_many_requests'];

/** Registers the routes for sign-in, sign-out and the session check. */
export function registerAuthRoutes(api: Api, site: SiteOptions): void {
  const { db, environment } = site;
  const cookie = getSessionCookie(environment);

  api.get(
    '/api/auth/admin/check',
    describeRoute('public', {
      operationId: 'checkSession',
      summary: 'Is there a session?',
      response: { 200: sessionStatus },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const isAuthenticated = await isSignedIn(request, site);
      const { keyboardShortcuts } = environment.owner;
      return isAuthenticated ? { isAuthenticated, keyboardShortcuts } : { isAuthenticated };
    },
  );

  api.post(
    '/api/auth/admin/login',
    describeRoute('public', {
      operationId: 'signIn',
      summary: 'Sign in; the session is a cookie',
      body: signInInput,
      response: { 200: sessionStatus },
      errors: signInErrors,
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const user = await signIn(request, site);
      const agent = describeUserAgent(request.headers['user-agent']);
      const address = getClientAddress(request);
      const previousToken = readSessionToken(request, environment);
      const tokens = await runInTransaction(db, async (transaction) => {
        if (!(await lockVerifiedUser(transaction, user))) return undefined;
        // The response replaces its cookie. Otherwise the old session would stay open for days, and
        // nobody could end it.
        if (previousToken) await endSession(transaction, previousToken);
        await recordSecurityEvent(transaction, { kind: 'sign-in', request });
        return {
          session: await startSession(transaction, user.id, { address, agent }),
          device: await rememberDevice(transaction, user.id, request, environment),
        };
      });
      if (!tokens) return rejectPassword(db, request);
      setDeviceCookie(reply, environment, tokens.device);
      reply.setCookie(cookie.name, tokens.session, cookie.attributes);
      return { isAuthenticated: true };
    },
  );

  api.post(
    '/api/auth/admin/logout',
    describeRoute('public', {
      operationId: 'signOut',
      summary: 'End the session',
      response: { 204: noContent },
    }),
    async (request, reply) => {
      const token = readSessionToken(request, environment);
      if (token && (await endSession(db, token))) {
        await recordSecurityEvent(db, { kind: 'sign-out', request });
      }
      reply.header('Cache-Control', 'no-store').clearCookie(cookie.name, cookie.attributes);
    },
  );
}

/** Registers the route that changes the password. */
export function registerPasswordRoute(api: Api, site: SiteOptions): void {
  api.post(
    '/api/auth/admin/password',
    describeRoute('admin', {
      operationId: 'changePassword',
      summary: 'Change the password; all other sessions end',
      body: passwordChange,
      response: { 204: noContent },
      errors: signInErrors,
    }),
    (request) => changePassword(site, request, readUserId(request), request.body),
  );
}
