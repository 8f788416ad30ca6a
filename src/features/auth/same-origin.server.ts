import type { onRequestHookHandler } from 'fastify';
import { AppError } from '../../lib/errors';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Refuses a state-changing request that a browser sends for another site's page. Requests without
 * the two headers come from no browser, and carry no cookie that the sender does not know.
 * @param siteOrigin the site's public origin
 * @throws AppError forbidden
 */
export function requireSameOrigin(siteOrigin: string): onRequestHookHandler {
  return (request, _reply, done) => {
    if (safeMethods.has(request.method)) return done();
    const site = request.headers['sec-fetch-site'];
    const { origin } = request.headers;
    const own = [siteOrigin, `${request.protocol}://${request.host}`];
    const foreign =
      (site !== undefined && site !== 'same-origin' && site !== 'none') ||
      (origin !== undefined && !own.includes(origin));
    done(foreign ? new AppError('forbidden', 'This request came from another site.') : undefined);
  };
}
