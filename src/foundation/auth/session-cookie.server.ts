import type { FastifyRequest } from 'fastify';
import type { Environment } from '../settings/environment.server';
import { buildCookie } from './cookie.server';
import { sessionLimits } from './session-store.server';

/** Builds the session cookie. Its name and attributes depend on whether the site uses HTTPS. */
export const getSessionCookie = (environment: Pick<Environment, 'SITE_URL'>) =>
  buildCookie(environment, { name: 'session', sameSite: 'lax', maxAgeMs: sessionLimits.maxAgeMs });

/** Reads the session token of a request; '' when it has none. */
export const readSessionToken = (
  request: FastifyRequest,
  environment: Pick<Environment, 'SITE_URL'>,
): string => request.cookies[getSessionCookie(environment).name] ?? '';
