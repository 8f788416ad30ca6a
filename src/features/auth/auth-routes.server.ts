import { setTimeout as pause } from 'node:timers/promises';
import { type Api, failures, noContent } from '../../lib/api.server';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { AppError } from '../../lib/errors';
import { adminUsername } from './admin-account.server';
import { authCheck, signInInput } from './auth';
import { verifyPassword } from './password.server';
import { sessionCookie, sessionToken } from './require-admin.server';
import { endSession, sessionUser, startSession } from './session-store.server';
import { countTry, forgetFailures, limitedAddress, slowDownPause } from './sign-in-limit.server';

const tags = ['auth'];

/** Sign-in, sign-out, and the guard's question whether there is a session. */
export function authRoutes(api: Api, db: Database, environment: Environment): void {
  const cookie = sessionCookie(environment);

  api.get(
    '/api/auth/admin/check',
    {
      config: { access: 'public' },
      schema: { tags, summary: 'Is there a session?', response: { 200: authCheck } },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const token = sessionToken(request, environment);
      const user = token === undefined ? undefined : await sessionUser(db, token);
      return { isAuthenticated: user !== undefined };
    },
  );

  api.post(
    '/api/auth/admin/login',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'Sign in; the session is a cookie',
        body: signInInput,
        response: {
          200: authCheck,
          ...failures('invalid', 'unauthenticated', 'too_many_requests'),
        },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const address = limitedAddress(request.ip);
      const { slow } = await countTry(db, address);
      if (slow) await pause(slowDownPause);
      const user = await db
        .selectFrom('users')
        .selectAll()
        .where('username', '=', adminUsername)
        .executeTakeFirst();
      if (!user || !(await verifyPassword(request.body.password, user.password))) {
        request.log.warn({ address }, 'failed sign-in');
        throw new AppError('unauthenticated', 'Invalid password');
      }
      await forgetFailures(db, address);
      request.log.info({ address }, 'sign-in');
      const token = await startSession(db, user.id);
      reply.setCookie(cookie.name, token, cookie.attributes);
      return { isAuthenticated: true };
    },
  );

  api.post(
    '/api/auth/admin/logout',
    {
      config: { access: 'public' },
      schema: { tags, summary: 'End the session', response: { 204: noContent } },
    },
    async (request, reply) => {
      const token = sessionToken(request, environment);
      if (token !== undefined) await endSession(db, token);
      return reply
        .header('Cache-Control', 'no-store')
        .clearCookie(cookie.name, cookie.attributes)
        .code(204)
        .send();
    },
  );
}
