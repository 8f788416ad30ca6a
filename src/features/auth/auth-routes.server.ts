import { type Api, failures, noContent } from '../../lib/api.server';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { inTransaction } from '../../lib/in-transaction.server';
import { agentName } from '../security/agent-name.server';
import { recordEvent } from '../security/security-events.server';
import { authCheck, signInInput } from './auth';
import { rememberDevice, setDeviceCookie } from './known-device.server';
import { sessionCookie, sessionToken } from './require-admin.server';
import { endSession, sessionUser, startSession } from './session-store.server';
import { signIn } from './sign-in.server';

const tags = ['auth'];

/** Sign-in, sign-out, and the guard's question whether there is a session. */
export function authRoutes(api: Api, db: Database, environment: Environment): void {
  const cookie = sessionCookie(environment);

  api.get(
    '/api/auth/admin/check',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'checkSession',
        tags,
        summary: 'Is there a session?',
        response: { 200: authCheck },
      },
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
        operationId: 'signIn',
        tags,
        summary: 'Sign in; the session is a cookie',
        body: signInInput,
        response: {
          200: authCheck,
          ...failures('invalid', 'unauthenticated', 'conflict', 'too_many_requests', 'unavailable'),
        },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const user = await signIn(request, { db, environment });
      const { ip, headers } = request;
      const previous = sessionToken(request, environment);
      const tokens = await inTransaction(db, async (transaction) => {
        // Its cookie is about to be replaced: left alone, it would be open for days with nobody to end it.
        if (previous !== undefined) await endSession(transaction, previous);
        return {
          session: await startSession(transaction, user, {
            address: ip,
            agent: agentName(headers['user-agent']),
          }),
          device: await rememberDevice(transaction, user, request, environment),
        };
      });
      setDeviceCookie(reply, environment, tokens.device);
      reply.setCookie(cookie.name, tokens.session, cookie.attributes);
      return { isAuthenticated: true };
    },
  );

  api.post(
    '/api/auth/admin/logout',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'signOut',
        tags,
        summary: 'End the session',
        response: { 204: noContent },
      },
    },
    async (request, reply) => {
      const token = sessionToken(request, environment);
      if (token !== undefined && (await endSession(db, token))) {
        await recordEvent(db, { kind: 'sign-out', request });
      }
      return reply
        .header('Cache-Control', 'no-store')
        .clearCookie(cookie.name, cookie.attributes)
        .code(204)
        .send();
    },
  );
}
