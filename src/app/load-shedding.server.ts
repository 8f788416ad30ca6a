import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { FastifyReply } from 'fastify';
import type { Api } from '../lib/api.server';
import { AppError } from '../lib/errors';
import type { Turns } from '../lib/turns.server';

declare module 'fastify' {
  interface FastifyReply {
    /** Its handler is at work. */
    isWorkedOn: boolean;
  }
}

/**
 * Requests that wait to begin, and handlers at work. At a few milliseconds each those that come last wait
 * for more than a second by then; bodies that are still on their way do not count.
 */
const most = { waiting: 400, atWork: 400 } as const;

/** Milliseconds before a refusal: whoever asks again at once costs a refusal a second and no more. */
const refusalPause = 1_000;

/** Milliseconds between two lines about it: one a request would be work of its own. */
const pauseBetweenLines = 10_000;

const tooBusy = new AppError('unavailable', 'Too busy right now. Please try again.', {
  retryAfter: 5,
});
const refusal = Buffer.from(JSON.stringify(tooBusy.body));
const refusalHead = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': refusal.length,
  'Cache-Control': 'no-store',
  'Retry-After': tooBusy.retryAfter,
  'X-Content-Type-Options': 'nosniff',
};

/** Whoever restarts what looks unwell must be answered, or makes it worse. */
const isHealthCheck = ({ url }: { url?: string }) => url === '/healthz' || url === '/readyz';

/**
 * Turns requests away that would wait for too long; what is kept as bytes is sent all the same. Rejected:
 * bounds for the event loop's delay (as of @fastify/under-pressure). By the time that it is known to be
 * late, those who wait have waited; and a machine that stood still for a moment is no load.
 */
export function loadShedding(turns: Turns) {
  let log: Api['log'] | undefined;
  let lastLine = Number.NEGATIVE_INFINITY;
  let atWork = 0;

  function say(why: { waiting: number } | { atWork: number }): void {
    if (performance.now() - lastLine < pauseBetweenLines) return;
    lastLine = performance.now();
    log?.warn(why, 'too busy: requests are turned away');
  }

  function release(reply: FastifyReply): void {
    if (reply.isWorkedOn) atWork -= 1;
    reply.isWorkedOn = false;
  }

  return {
    connected: turns.connected,

    /** Begins a request's work when its turn has come, or refuses it unread, which costs least. */
    admit(request: IncomingMessage, response: ServerResponse, work: () => void): void {
      if (isHealthCheck(request)) {
        work();
        return;
      }
      if (turns.waiting < most.waiting) {
        turns.begin(() => {
          // Nobody waits for it any more.
          if (!request.socket.destroyed) work();
        });
        return;
      }
      say({ waiting: turns.waiting });
      setTimeout(() => response.writeHead(503, refusalHead).end(refusal), refusalPause);
    },

    register(api: Api): void {
      log = api.log;
      // A body comes after its request has begun, and a long one costs more than all the rest of it.
      const parse = api.getDefaultJsonParser('error', 'error');
      const type = 'application/json';
      api.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
        turns.goOn(() => parse(request, body, done));
      });
      // What waits for PostgreSQL takes many short turns.
      api.decorateReply('isWorkedOn', false);
      api.addHook('preHandler', ({ raw }, reply, done) => {
        // A route that finds nothing hands on to the one for unknown addresses: the same request once
        // more. The reads of a page that was let in come from within, without a socket.
        if (reply.isWorkedOn || isHealthCheck(raw) || !(raw.socket instanceof Socket))
          return done();
        if (atWork >= most.atWork) {
          say({ atWork });
          return done(tooBusy);
        }
        atWork += 1;
        reply.isWorkedOn = true;
        done();
      });
      // Not only when the answer is out: of a client that is gone, Node does not always say that.
      api.addHook('onSend', (_request, reply, payload, done) => {
        release(reply);
        done(null, payload);
      });
      // What a handler answers past Fastify is not sent by it.
      api.addHook('onResponse', (_request, reply, done) => {
        release(reply);
        done();
      });
    },
  };
}
