import type { FastifyReply, FastifyRequest } from 'fastify';
import { isInjected } from '../http/is-injected.server';

/**
 * Logs a finished request, when `ACCESS_LOG` is on. Without its URL, address and headers, because
 * they can contain personal data. The cache fast path logs its own responses.
 */
export function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { method, raw, routeOptions } = request;
  if (!isInjected(raw)) {
    const durationMs = Math.round(reply.elapsedTime * 10) / 10;
    const status = reply.statusCode;
    request.log.info({ method, route: routeOptions.url, status, durationMs }, 'request');
  }
  done();
}
