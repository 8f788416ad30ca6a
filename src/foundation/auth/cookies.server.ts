import type { FastifyRequest } from 'fastify';
import type { Environment } from '../environment/environment.server';
import { sessionLimits } from './session-store.server';

interface CookieOptions {
  name: string;
  sameSite: 'lax' | 'strict';
  maxAgeMs: number;
}

/** Builds the name and the attributes of a cookie that only the server reads. */
export function buildCookie(
  { SITE_URL }: { SITE_URL: string },
  { name, sameSite, maxAgeMs }: CookieOptions,
) {
  const secure = SITE_URL.startsWith('https:');
  return {
    // The prefix makes browsers reject the cookie from any other host or over plain HTTP.
    name: secure ? `__Host-${name}` : name,
    attributes: { httpOnly: true, sameSite, secure, path: '/', maxAge: maxAgeMs / 1000 },
  };
}

/** Builds the session cookie. Its name and attributes depend on whether the site uses HTTPS. */
export const getSessionCookie = (environment: Pick<Environment, 'SITE_URL'>) =>
  buildCookie(environment, { name: 'session', sameSite: 'lax', maxAgeMs: sessionLimits.maxAgeMs });

/** Reads the session token of a request; '' when it has none. */
export const readSessionToken = (
  request: FastifyRequest,
  environment: Pick<Environment, 'SITE_URL'>,
): string => request.cookies[getSessionCookie(environment).name] ?? '';
