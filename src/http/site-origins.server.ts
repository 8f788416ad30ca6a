import type { FastifyRequest } from 'fastify';
import { isLocalHost } from '../lib/local-network.server';

/**
 * Lists the origins that count as this site for a request.
 *
 * A public site has one, the configured one: clients choose `Host` and `X-Forwarded-Host`, and many
 * proxies pass them on. A site without a public address is reached under names that nobody
 * configured (a container, a tunnel), so its request's own host counts as well; `X-Forwarded-Host`
 * only from a proxy in TRUST_PROXY.
 */
export function listSiteOrigins(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  siteUrl: string,
): readonly string[] {
  return isLocalHost(new URL(siteUrl).hostname) ? [siteUrl, `${protocol}://${host}`] : [siteUrl];
}
