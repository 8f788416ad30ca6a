import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyServerFactory } from 'fastify';
import {
  acceptedEncodings,
  type FlatHeaders,
  type Form,
  type SentHeaders,
} from './answer-bytes.server';
import type { AnswerCache } from './answer-cache.server';
import { refuseMissingHost } from './malformed-requests.server';
import { admits } from './pipelining.server';
import { toOriginForm } from './request-target.server';

/** What each answer has of its own, or Node adds by itself. */
const ownHeaders = new Set([
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
interface Gate {
  /** Hears of each connection. */
  connected: () => void;
  /** Lets a request's work begin, now or later, or answers it itself. */
  admit: (request: IncomingMessage, response: ServerResponse, work: () => void) => void;
}

/** All headers of a 200 with a representation. */
const listHeaders = (
  { common, type }: SentHeaders,
  { encoding, body, etag }: Form,
): FlatHeaders => [
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
function rememberHeaders(reply: FastifyReply): void {
  const { cachedBytes } = reply;
  if (!cachedBytes || cachedBytes.sentHeaders || reply.statusCode !== 200) return;
  const headers = reply.getHeaders();
  if (headers['set-cookie']) return;
  cachedBytes.sentHeaders = {
    type: String(headers['content-type']),
    common: Object.entries(headers).flatMap(([name, value]) =>
      ownHeaders.has(name) ? [] : [name, String(value)],
    ),
  };
}

/**
 * Serves cached GET responses before Fastify runs. Fastify's routing and hooks cost about three times as
 * much as writing the cached bytes. The headers are those that Fastify has sent with the same bytes.
 */
export function createAnswerFront(cache: AnswerCache, sessionCookie: string, gate: Gate) {
  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method, headers } = request;
    // The admin sees what is in the database, not what is kept here.
    if (method !== 'GET' || headers.cookie?.includes(sessionCookie)) return false;
    const bytes = cache.find(url);
    if (!bytes?.sentHeaders) return false;
    const { sentHeaders } = bytes;
    const tag = bytes.knownTag(headers['if-none-match']);
    if (tag !== undefined) {
      response.writeHead(304, [...sentHeaders.common, 'etag', tag]).end();
      return true;
    }
    const form = bytes.readyBrotli(acceptedEncodings(headers['accept-encoding']));
    if (!form) return false;
    sentHeaders.brotli ??= listHeaders(sentHeaders, form);
    response.writeHead(200, sentHeaders.brotli as string[]).end(form.body);
    return true;
  }

  const serverFactory: FastifyServerFactory = (handler, options): Server => {
    const serve = (request: IncomingMessage, response: ServerResponse) => {
      if (!admits(request, response) || refuseMissingHost(request, response)) return;
      request.url = toOriginForm(request.url ?? '/');
      if (answer(request, response)) return;
      gate.admit(request, response, () => handler(request, response));
    };
    const server = createServer(options.http ?? {}, serve);
    // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1); Node would respond without a body.
    server.on('checkExpectation', serve);
    server.on('connection', gate.connected);
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
      app.decorateReply('cachedBytes', undefined);
      app.addHook('onResponse', (_request, reply, done) => {
        rememberHeaders(reply);
        done();
      });
    },
  };
}
