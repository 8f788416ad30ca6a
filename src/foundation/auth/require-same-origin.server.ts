import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { listSiteOrigins } from '../../http/site-origins.server';
import { AppError } from '../../lib/errors';
import { MINUTE } from '../../lib/time';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Strangers can cause the log line at will. */
const logIntervalMs = MINUTE;

/** Characters of a DNS name: what is longer is no host. */
const maxHostLength = 253;

/**
 * Tells whether a browser sends a request for another site's page. `Sec-Fetch-Site: same-origin` alone
 * proves that it does not: browsers set the header, pages can't, and the site may be reached under more
 * names than the configured one. Browsers that don't send the header are judged by `Origin`.
 */
function isCrossOrigin(request: FastifyRequest, siteUrl: string): boolean {
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite === 'same-origin') return false;
  if (fetchSite !== undefined && fetchSite !== 'none') return true;
  const { origin } = request.headers;
  return origin !== undefined && !listSiteOrigins(request, siteUrl).includes(origin);
}

/** The host of an `Origin` header; the header may be `null`, or any text. */
const readHost = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).host.slice(0, maxHostLength) : 'none';

/**
 * Refuses a state-changing request that a browser sends for another site's page. Requests without
 * the two headers come from no browser, and carry no cookie that the sender does not know. Logs an origin
 * that was refused, once a minute in each process: it may be another name of the site itself.
 * @param siteUrl the site's origin, as configured
 * @throws AppError forbidden
 */
export function requireSameOrigin(siteUrl: string): onRequestHookHandler {
  let nextLogAt = 0;
  return (request, _reply, done) => {
    if (safeMethods.has(request.method) || !isCrossOrigin(request, siteUrl)) return done();
    const { origin } = request.headers;
    const now = performance.now();
    if (origin !== undefined && now >= nextLogAt) {
      nextLogAt = now + logIntervalMs;
      request.log.warn({ origin: readHost(origin) }, 'a request from another site was refused');
    }
    done(new AppError('forbidden', 'This request came from another site.'));
  };
}
