import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyServerFactory } from 'fastify';
import { acceptedEncodings, type Form } from './answer-bytes.server';
import type { AnswerCache } from './answer-cache.server';
import { admits } from './pipelining.server';

/** Headers of an answer as Node takes them quickest: name, value, name, value. */
type FlatHeaders = string[];

/** What the answers under one key have in common. */
interface Kept {
  /** Of every answer. */
  common: FlatHeaders;
  type: string;
  /** Whole headers by form: there are as many as encodings. */
  heads: Map<Form, FlatHeaders>;
}

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

/**
 * Answers what is kept, and needs nothing but the address to be found, before Fastify sees the request:
 * its routing, hooks and reply cost three times as much as sending the bytes. What is sent, headers
 * included, is what Fastify has sent for the same address before.
 */
export function createAnswerFront(cache: AnswerCache, sessionCookie: string, gate: Gate) {
  const known = new Map<string, Kept>();

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method, headers } = request;
    if (method !== 'GET') return false;
    const kept = known.get(url);
    // The admin sees what is in the database, not what is kept here.
    if (!kept || headers.cookie?.includes(sessionCookie)) return false;
    const bytes = cache.find(url);
    if (!bytes) return false;
    const tag = bytes.knownTag(headers['if-none-match']);
    if (tag !== undefined) {
      response.writeHead(304, [...kept.common, 'etag', tag]).end();
      return true;
    }
    const form = bytes.readyForm(acceptedEncodings(headers['accept-encoding']));
    if (!form) return false;
    response.writeHead(200, headOf(kept, form)).end(form.body);
    return true;
  }

  function headOf(kept: Kept, form: Form): FlatHeaders {
    let head = kept.heads.get(form);
    if (!head) {
      // A new form comes with new content: those of before are gone.
      kept.heads.clear();
      head = [
        ...kept.common,
        'content-type',
        kept.type,
        'content-encoding',
        form.encoding,
        'content-length',
        String(form.body.length),
        'etag',
        form.etag,
      ];
      kept.heads.set(form, head);
    }
    return head;
  }

  function learn(reply: FastifyReply): void {
    const { keptAs } = reply;
    if (keptAs === undefined || reply.statusCode !== 200 || known.has(keptAs)) return;
    const headers = reply.getHeaders();
    if (headers['set-cookie']) return;
    known.set(keptAs, {
      type: String(headers['content-type']),
      common: Object.entries(headers).flatMap(([name, value]) =>
        ownHeaders.has(name) ? [] : [name, String(value)],
      ),
      heads: new Map(),
    });
  }

  const serverFactory: FastifyServerFactory = (handler, options): Server => {
    const server = createServer(options.http ?? {}, (request, response) => {
      if (!admits(request, response)) return;
      if (answer(request, response)) return;
      gate.admit(request, response, () => handler(request, response));
    });
    server.on('connection', gate.connected);
    // Fastify sets these on the servers that it makes itself.
    server.requestTimeout = Number(options.requestTimeout);
    server.keepAliveTimeout = Number(options.keepAliveTimeout);
    server.setTimeout(Number(options.connectionTimeout));
    return server;
  };

  return {
    serverFactory,

    /** Learns the headers from what Fastify sends. */
    register(app: FastifyInstance): void {
      app.decorateReply('keptAs', undefined);
      app.addHook('onResponse', (_request, reply, done) => {
        learn(reply);
        done();
      });
    },
  };
}
