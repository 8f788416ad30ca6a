import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { AppError } from '../../lib/errors';
import { isLocalHost } from '../../lib/network/local-network.server';
import { MINUTE } from '../../lib/time/durations';

/**
 * Lists the origins that count as this site. A public site has the configured one: clients choose
 * `Host`, and many proxies pass it on. A site without a public address is reached under names that
 * nobody configured (a container, a tunnel), so the request's own host counts as well.
 */
export function listSiteOrigins(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  siteUrl: string,
): readonly string[] {
  return isLocalHost(new URL(siteUrl).hostname) ? [siteUrl, `${protocol}://${host}`] : [siteUrl];
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Minimum interval between log lines, because anyone can trigger them at will. */
const logIntervalMs = MINUTE;

/** Maximum length of a DNS name. */
const maxHostLength = 253;

/**
 * Returns whether a browser sends the request on behalf of another site. `Sec-Fetch-Site:
 * same-origin` rules that out: browsers set the header, pages can't, and the site may be reachable
 * under more names than the configured one. Without that header, `Origin` decides.
 */
function isCrossOrigin(request: FastifyRequest, siteUrl: string): boolean {
  const fetchSite = request.headers['sec-fetch-site'];
  if (fetchSite === 'same-origin') return false;
  if (fetchSite !== undefined && fetchSite !== 'none') return true;
  const { origin } = request.headers;
  return origin !== undefined && !listSiteOrigins(request, siteUrl).includes(origin);
}

/** Parses the host of an `Origin` header, which may be `null` or any text. */
const readHost = (origin: string): string =>
  URL.canParse(origin) ? new URL(origin).host.slice(0, maxHostLength) : 'none';

/**
 * Rejects state-changing requests that a browser sends on behalf of another site. A request with
 * neither header comes from no browser, and has no cookie that its sender doesn't know. Logs an
 * origin once a minute, because it may be another name of the site itself. @throws AppError
 * forbidden
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
