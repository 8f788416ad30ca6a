import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors';
import type { SiteOptions } from '../environment/define-plugin.server';
import { readSessionToken } from './cookies.server';
import { findSessionUser } from './session-store.server';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the session on an admin route; null on public ones. */
    userId: string | null;
  }
}

/** Returns the user of a request that `requireAdmin` has authorized. */
export function readUserId({ userId }: FastifyRequest): string {
  if (userId === null) throw new AppError('unauthenticated', 'Please sign in.');
  return userId;
}

const findUser = (request: FastifyRequest, { db, environment }: SiteOptions) =>
  findSessionUser(db, readSessionToken(request, environment));

/** Returns whether the request has a session, on a public route that shows more to the owner. */
export const isSignedIn = async (request: FastifyRequest, site: SiteOptions): Promise<boolean> =>
  (await findUser(request, site)) !== undefined;

/** Creates the hook that authorizes admin routes. It runs before the body is parsed. */
export function requireAdmin(site: SiteOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('Cache-Control', 'no-store');
    const userId = await findUser(request, site);
    if (userId === undefined) throw new AppError('unauthenticated', 'Please sign in.');
    request.userId = userId;
  };
}
