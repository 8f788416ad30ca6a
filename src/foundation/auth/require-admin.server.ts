import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.server';
import { AppError } from '../../lib/errors';
import type { Environment } from '../settings/environment.server';
import { findSessionUser, sessionLimits } from './session-store.server';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session a request to a route of the admin belongs to; null on the public ones. */
    userId: string | null;
  }
}

/** The session cookie: its name and attributes depend on whether the site is served over https. */
export function getSessionCookie(environment: Pick<Environment, 'SITE_URL'>) {
  const secure = environment.SITE_URL.startsWith('https:');
  return {
    // The prefix makes browsers refuse the cookie from any other host or over plain http.
    name: secure ? '__Host-session' : 'session',
    attributes: {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path: '/',
      maxAge: sessionLimits.maxAgeMs / 1000,
    },
  } as const;
}

/** The session token that a request carries. */
export const readSessionToken = (
  request: FastifyRequest,
  environment: Pick<Environment, 'SITE_URL'>,
): string | undefined => request.cookies[getSessionCookie(environment).name];

/** The check in front of every route for the admin. It runs before the body is read. */
export function requireAdmin(db: Database, environment: Environment) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('Cache-Control', 'no-store');
    const token = readSessionToken(request, environment);
    const userId = token === undefined ? undefined : await findSessionUser(db, token);
    if (userId === undefined) throw new AppError('unauthenticated', 'Please sign in.');
    request.userId = userId;
  };
}
