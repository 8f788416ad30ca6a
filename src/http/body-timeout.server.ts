import type { onRequestHookHandler } from 'fastify';
import { MINUTE, SECOND } from '../lib/time';

const defaultTimeoutMs = 10 * SECOND;

/** The longest timeout of any route, for Node's server-wide `requestTimeout`. */
export const maxBodyTimeoutMs = 2 * MINUTE;

/**
 * Closes the connection if the body takes longer than its route allows. Node has one timeout for
 * the whole server, but a picture over a slow connection needs more time than any other body should
 * get.
 */
export const enforceBodyTimeout: onRequestHookHandler = (request, reply, done) => {
  const { raw, server, routeOptions } = request;
  const { headers } = raw;
  if (!headers['transfer-encoding'] && !Number(headers['content-length'])) return done();
  const timer = setTimeout(() => {
    if (raw.complete) return;
    // The response was sent before the body was read.
    if (reply.raw.writableEnded) {
      raw.destroy();
      return;
    }
    const error = Object.assign(new Error('The body took too long.'), {
      code: 'ERR_HTTP_REQUEST_TIMEOUT',
    });
    // The event of Node's own timeout: it sends 408 and closes the connection.
    server.server.emit('clientError', error, raw.socket);
  }, routeOptions.config?.bodyTimeoutMs ?? defaultTimeoutMs);
  timer.unref();
  raw.once('end', () => clearTimeout(timer));
  raw.once('close', () => clearTimeout(timer));
  done();
};
