import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { FastifyReply } from 'fastify';
import { AppError } from '../lib/errors';
import type { Api } from './api.server';
import type { Scheduler } from './event-loop-scheduler.server';

declare module 'fastify' {
  interface FastifyReply {
    /** Its handler is at work. */
    isHandlerRunning: boolean;
  }
}

/**
 * Requests that wait to begin, and handlers at work. At a few milliseconds each those that come last wait
 * for more than a second by then; bodies that are still on their way do not count.
 */
const limits = { maxQueued: 400, maxRunning: 400 } as const;

/** Milliseconds before a refusal: whoever asks again at once costs a refusal a second and no more. */
const rejectionDelayMs = 1_000;

/** Milliseconds between two lines about it: one a request would be work of its own. */
const logIntervalMs = 10_000;

const overloadError = new AppError('unavailable', 'Too busy right now. Please try again.', {
  retryAfterSeconds: 5,
});
const rejectionBody = Buffer.from(JSON.stringify(overloadError.body));
const rejectionHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': rejectionBody.length,
  'Cache-Control': 'no-store',
  'Retry-After': overloadError.retryAfterSeconds,
  'X-Content-Type-Options': 'nosniff',
};

/** Whoever restarts what looks unwell must be answered, or makes it worse. */
const isHealthCheck = ({ url }: { url?: string }) => url === '/healthz' || url === '/readyz';

/**
 * Turns requests away that would wait for too long; what is kept as bytes is sent all the same. Rejected:
 * bounds for the event loop's delay (as of @fastify/under-pressure). By the time that it is known to be
 * late, those who wait have waited; and a machine that stood still for a moment is no load.
 */
export function createAdmissionControl(scheduler: Scheduler) {
  let log: Api['log'] | undefined;
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  let runningCount = 0;

  function logRejection(load: { waiting: number } | { atWork: number }): void {
    if (performance.now() - lastLoggedAt < logIntervalMs) return;
    lastLoggedAt = performance.now();
    log?.warn(load, 'too busy: requests are turned away');
  }

  function releaseSlot(reply: FastifyReply): void {
    if (reply.isHandlerRunning) runningCount -= 1;
    reply.isHandlerRunning = false;
  }

  return {
    noteConnection: scheduler.noteConnection,

    /** Begins a request's work when its turn has come, or refuses it unread, which costs least. */
    admit(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
      if (isHealthCheck(request)) {
        handle();
        return;
      }
      if (scheduler.queuedCount < limits.maxQueued) {
        scheduler.schedule(() => {
          // Nobody waits for it any more.
          if (!request.socket.destroyed) handle();
        });
        return;
      }
      logRejection({ waiting: scheduler.queuedCount });
      setTimeout(
        () => response.writeHead(503, rejectionHeaders).end(rejectionBody),
        rejectionDelayMs,
      );
    },

    register(api: Api): void {
      log = api.log;
      // A body comes after its request has begun, and a long one costs more than all the rest of it.
      const parse = api.getDefaultJsonParser('error', 'error');
      const type = 'application/json';
      api.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
        scheduler.resume(() => parse(request, body, done));
      });
      // What waits for PostgreSQL takes many short turns.
      api.decorateReply('isHandlerRunning', false);
      api.addHook('preHandler', ({ raw }, reply, done) => {
        // A route that finds nothing hands on to the one for unknown addresses: the same request once
        // more. The reads of a page that was let in come from within, without a socket.
        if (reply.isHandlerRunning || isHealthCheck(raw) || !(raw.socket instanceof Socket))
          return done();
        if (runningCount >= limits.maxRunning) {
          logRejection({ atWork: runningCount });
          return done(overloadError);
        }
        runningCount += 1;
        reply.isHandlerRunning = true;
        done();
      });
      // Not only when the answer is out: of a client that is gone, Node does not always say that.
      api.addHook('onSend', (_request, reply, payload, done) => {
        releaseSlot(reply);
        done(null, payload);
      });
      // What a handler answers past Fastify is not sent by it.
      api.addHook('onResponse', (_request, reply, done) => {
        releaseSlot(reply);
        done();
      });
    },
  };
}
