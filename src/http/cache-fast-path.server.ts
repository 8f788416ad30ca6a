import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyServerFactory } from 'fastify';
import type { AdmissionControl } from './admission-control.server';
import { rejectInvalidHost, toOriginForm } from './malformed-requests.server';
import type { FastPathCounts } from './response-body.server';
import type { ResponseCache } from './response-cache.server';

/** The maximum of requests on a connection that wait for earlier ones. Browsers don't pipeline. */
const maxPipelinedRequests = 32;

const queuedRequests = new WeakMap<Socket, number>();

/**
 * Closes the connection of a client that pipelines too many requests. Node handles all requests of
 * a packet, which can be thousands, and buffers their responses.
 * @returns whether the request may be handled
 */
function admitPipelinedRequest({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (socket.destroyed) return false;
  // No response before it is pending: it may write to the socket.
  if (response.socket) return true;
  const count = (queuedRequests.get(socket) ?? 0) + 1;
  if (count > maxPipelinedRequests) {
    socket.destroy();
    return false;
  }
  queuedRequests.set(socket, count);
  response.once('close', () => queuedRequests.set(socket, (queuedRequests.get(socket) ?? 1) - 1));
  return true;
}

/** Headers that differ from response to response, or that Node adds itself. */
const perResponseHeaders =
  /^(content-(encoding|length|type)|connection|date|etag|keep-alive|transfer-encoding|x-request-id)$/;

/** Stores the headers of a response with the cached body that it was sent with. */
function cacheHeaders(reply: FastifyReply, counts: FastPathCounts): void {
  const { cachedBody } = reply;
  if (!cachedBody || cachedBody.cachedHeaders || reply.statusCode !== 200) return;
  const headers = reply.getHeaders();
  if (headers['set-cookie']) return;
  cachedBody.cachedHeaders = {
    type: String(headers['content-type']),
    common: Object.entries(headers).flatMap(([name, value]) =>
      perResponseHeaders.test(name) ? [] : [name, String(value)],
    ),
    counts,
  };
}

interface FastPathOptions {
  sessionCookie: string;
  admissionControl: AdmissionControl;
  createRequestId: (request: IncomingMessage) => string;
  /** Whether each response is logged. */
  isLogged: boolean;
}

/** Creates the HTTP server, with the settings that Fastify makes only on servers of its own. */
function createHttpServer(
  options: Parameters<FastifyServerFactory>[1],
  handleRequest: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer(options.http ?? {}, handleRequest);
  // Ignores unknown expectations (RFC 9110, 10.1.1). Node alone would respond without a body.
  server.on('checkExpectation', handleRequest);
  server.requestTimeout = Number(options.requestTimeout);
  server.keepAliveTimeout = Number(options.keepAliveTimeout);
  server.setTimeout(Number(options.connectionTimeout));
  return server;
}

/**
 * Serves cached GET responses before Fastify runs, with the headers that Fastify sent with the same
 * body. Fastify's routing and hooks cost about three times as much as writing the cached bytes. All
 * other requests go through admission control to Fastify.
 */
export function createCacheFastPath(
  cache: ResponseCache,
  { sessionCookie, admissionControl, createRequestId, isLogged }: FastPathOptions,
) {
  let log: FastifyInstance['log'] | undefined;
  const countsByRoute = new Map<string, FastPathCounts>();

  function getCounts(route: string): FastPathCounts {
    const existing = countsByRoute.get(route);
    if (existing) return existing;
    const counts = { route, sent: 0, notModified: 0 };
    countsByRoute.set(route, counts);
    return counts;
  }

  function logResponse(reqId: string, { route }: FastPathCounts, status: number): void {
    if (isLogged) log?.info({ reqId, method: 'GET', route, status }, 'request');
  }

  function serveCached(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method, headers } = request;
    // A signed-in admin sees the database's content, not the cache's.
    if (method !== 'GET' || headers.cookie?.includes(sessionCookie)) return false;
    const cachedBody = cache.find(url);
    if (!cachedBody?.cachedHeaders) return false;
    const { common, type, counts } = cachedBody.cachedHeaders;
    const matchedEtag = cachedBody.matchEtag(headers['if-none-match']);
    const id = createRequestId(request);
    if (matchedEtag !== undefined) {
      counts.notModified += 1;
      response.writeHead(304, [...common, 'etag', matchedEtag, 'x-request-id', id]).end();
      logResponse(id, counts, 304);
      return true;
    }
    const representation = cachedBody.getReadyBrotli(headers['accept-encoding']);
    if (!representation) return false;
    const { encoding, body, etag } = representation;
    counts.sent += 1;
    response
      .writeHead(200, [
        ...common,
        ...['content-type', type, 'content-encoding', encoding],
        ...['content-length', String(body.length), 'etag', etag, 'x-request-id', id],
      ])
      .end(body);
    logResponse(id, counts, 200);
    return true;
  }

  const serverFactory: FastifyServerFactory = (handler, options) => {
    const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
      if (!admitPipelinedRequest(request, response) || rejectInvalidHost(request, response)) return;
      request.url = toOriginForm(request.url ?? '/');
      if (serveCached(request, response)) return;
      admissionControl.admit(request, response, () => handler(request, response));
    };
    const server = createHttpServer(options, handleRequest);
    return server.on('connection', admissionControl.noteConnection);
  };

  /** The responses that Fastify's hooks do not see, by route. */
  const readOnlyCounts: ReadonlyMap<string, Readonly<FastPathCounts>> = countsByRoute;
  return {
    serverFactory,
    countsByRoute: readOnlyCounts,

    /** Makes the fast path learn the headers of cached responses that Fastify sends. */
    register(app: FastifyInstance): void {
      log = app.log;
      app.decorateReply('cachedBody', undefined);
      app.addHook('onResponse', (request, reply, done) => {
        if (reply.cachedBody) cacheHeaders(reply, getCounts(request.routeOptions.url ?? ''));
        done();
      });
    },
  };
}
