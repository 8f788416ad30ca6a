import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.server';
import { AppError } from '../../lib/errors';
import type { Environment } from '../settings/environment.server';
import { buildCookie } from './cookie.server';
import { findSessionUser, sessionLimits } from './session-store.server';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the session on an admin route; null on public ones. */
    userId: string | null;
  }
}

/** Builds the session cookie. Its name and attributes depend on whether the site uses HTTPS. */
export const getSessionCookie = (environment: Pick<Environment, 'SITE_URL'>) =>
  buildCookie(environment, { name: 'session', sameSite: 'lax', maxAgeMs: sessionLimits.maxAgeMs });

/** Reads the session token of a request; '' when it has none. */
export const readSessionToken = (
  request: FastifyRequest,
  environment: Pick<Environment, 'SITE_URL'>,
): string => request.cookies[getSessionCookie(environment).name] ?? '';

/** Returns the user of a request that `requireAdmin` has authorized. */
export function readUserId({ userId }: FastifyRequest): string {
  if (userId === null) throw new AppError('unauthenticated', 'Please sign in.');
  return userId;
}

/** Creates the hook that authorizes admin routes. It runs before the body is parsed. */
export function requireAdmin(db: Database, environment: Environment) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('Cache-Control', 'no-store');
    const userId = await findSessionUser(db, readSessionToken(request, environment));
    if (userId === undefined) throw new AppError('unauthenticated', 'Please sign in.');
    request.userId = userId;
  };
}
