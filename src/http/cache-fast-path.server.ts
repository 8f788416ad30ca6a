import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyServerFactory } from 'fastify';
import { rejectMissingHost } from './malformed-requests.server';
import { admitPipelinedRequest } from './pipelining-limit.server';
import { toOriginForm } from './request-target.server';
import {
  type CachedHeaders,
  getAcceptedEncodings,
  type RawHeaders,
  type Representation,
} from './response-body.server';
import type { ResponseCache } from './response-cache.server';

/** What each answer has of its own, or Node adds by itself. */
const perResponseHeaders = new Set([
  'content-encoding',
  'content-length',
  'content-type',
  'connection',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
]);

/** Decides about what is not answered here. */
interface AdmissionGuard {
  /** Hears of each connection. */
  noteConnection: () => void;
  /** Lets a request's work begin, now or later, or answers it itself. */
  admit: (request: IncomingMessage, response: ServerResponse, handle: () => void) => void;
}

/** All headers of a 200 with a representation. */
const buildHeaders = (
  { common, type }: CachedHeaders,
  { encoding, body, etag }: Representation,
): RawHeaders => [
  ...common,
  'content-type',
  type,
  'content-encoding',
  encoding,
  'content-length',
  String(body.length),
  'etag',
  etag,
];

/** Keeps the headers of a response with the cached bytes that it was made of. */
function cacheHeaders(reply: FastifyReply): void {
  const { cachedBody } = reply;
  if (!cachedBody || cachedBody.cachedHeaders || reply.statusCode !== 200) return;
  const headers = reply.getHeaders();
  if (headers['set-cookie']) return;
  cachedBody.cachedHeaders = {
    type: String(headers['content-type']),
    common: Object.entries(headers).flatMap(([name, value]) =>
      perResponseHeaders.has(name) ? [] : [name, String(value)],
    ),
  };
}

/**
 * Serves cached GET responses before Fastify runs. Fastify's routing and hooks cost about three times as
 * much as writing the cached bytes. The headers are those that Fastify has sent with the same bytes.
 */
export function createCacheFastPath(
  cache: ResponseCache,
  sessionCookie: string,
  admissionGuard: AdmissionGuard,
) {
  function serveCached(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method, headers } = request;
    // The admin sees what is in the database, not what is kept here.
    if (method !== 'GET' || headers.cookie?.includes(sessionCookie)) return false;
    const cachedBody = cache.find(url);
    if (!cachedBody?.cachedHeaders) return false;
    const { cachedHeaders } = cachedBody;
    const matchedEtag = cachedBody.matchEtag(headers['if-none-match']);
    if (matchedEtag !== undefined) {
      response.writeHead(304, [...cachedHeaders.common, 'etag', matchedEtag]).end();
      return true;
    }
    const representation = cachedBody.getReadyBrotli(
      getAcceptedEncodings(headers['accept-encoding']),
    );
    if (!representation) return false;
    cachedHeaders.brotli ??= buildHeaders(cachedHeaders, representation);
    response.writeHead(200, cachedHeaders.brotli as string[]).end(representation.body);
    return true;
  }

  const serverFactory: FastifyServerFactory = (handler, options): Server => {
    const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
      if (!admitPipelinedRequest(request, response) || rejectMissingHost(request, response)) return;
      request.url = toOriginForm(request.url ?? '/');
      if (serveCached(request, response)) return;
      admissionGuard.admit(request, response, () => handler(request, response));
    };
    const server = createServer(options.http ?? {}, handleRequest);
    // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1); Node would respond without a body.
    server.on('checkExpectation', handleRequest);
    server.on('connection', admissionGuard.noteConnection);
    // Fastify sets these on the servers that it makes itself.
    server.requestTimeout = Number(options.requestTimeout);
    server.keepAliveTimeout = Number(options.keepAliveTimeout);
    server.setTimeout(Number(options.connectionTimeout));
    return server;
  };

  return {
    serverFactory,

    /** Remembers the headers of what Fastify sends. */
    register(app: FastifyInstance): void {
      app.decorateReply('cachedBody', undefined);
      app.addHook('onResponse', (_request, reply, done) => {
        cacheHeaders(reply);
        done();
      });
    },
  };
}
