import type { onRequestHookHandler } from 'fastify';

/** Milliseconds in which a body must have come, unless its route says otherwise. */
const defaultTimeoutMs = 10_000;

/** Milliseconds that the longest of them may take: Node's own bound, one for all routes. */
export const maxBodyTimeoutMs = 120_000;

/**
 * Closes the connection of a body that drips. Node can do that by itself, but with one bound for the
 * whole server, and a picture over a slow line takes longer than anything else may.
 */
export const enforceBodyTimeout: onRequestHookHandler = (request, reply, done) => {
  const { raw, server, routeOptions } = request;
  const { headers } = raw;
  if (!headers['transfer-encoding'] && !Number(headers['content-length'])) return done();
  const timer = setTimeout(() => {
    if (raw.complete) return;
    // It was answered without being read, and is still being sent.
    if (reply.raw.writableEnded) {
      raw.destroy();
      return;
    }
    const error = Object.assign(new Error('The body took too long.'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    // As Node says it of its own bound: answered with 408, then closed.
    server.server.emit('clientError', error, raw.socket);
  }, routeOptions.config?.bodyTimeoutMs ?? defaultTimeoutMs);
  timer.unref();
  raw.once('end', () => clearTimeout(timer));
  raw.once('close', () => clearTimeout(timer));
  done();
};
