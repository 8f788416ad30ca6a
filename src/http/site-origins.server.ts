import type { FastifyRequest } from 'fastify';
import { isLocalHost } from '../lib/local-network.server';

/**
 * Lists the origins under which a request may call this site its own.
 *
 * A public site has one origin, the configured one: `Host` and `X-Forwarded-Host` come with the request,
 * and many proxies pass on what a client sent. A site without a public address is reached under names that
 * nobody configured (a container's, a tunnel's), so there the request's own host counts as well;
 * `X-Forwarded-Host` only from a proxy that TRUST_PROXY names.
 * @param siteUrl the site's origin, as configured
 */
export function listSiteOrigins(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  siteUrl: string,
): readonly string[] {
  const isPublic = !isLocalHost(new URL(siteUrl).hostname);
  return isPublic ? [siteUrl] : [siteUrl, `${protocol}://${host}`];
}
