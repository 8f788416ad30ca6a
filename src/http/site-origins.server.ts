import type { FastifyRequest } from 'fastify';
import { isLocalHost } from '../lib/network/local-network.server';

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
