import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyReply } from 'fastify';
import { AppError } from '../lib/errors';
import { SECOND } from '../lib/time';
import type { Api } from './api.server';
import type { Scheduler } from './event-loop-scheduler.server';
import { buildErrorHeaders } from './malformed-requests.server';
import { isInjected } from './request-target.server';

declare module 'fastify' {
  interface FastifyReply {
    isHandlerRunning: boolean;
  }
}

/**
 * The maximum of requests waiting to start, and of running handlers. At a few milliseconds each,
 * the last waits over a second. Requests whose bodies are still arriving don't count.
 */
const limits = { maxQueued: 400, maxRunning: 400 } as const;

/** Delay of a 503, so that a client that retries immediately costs one rejection per second. */
const rejectionDelayMs = SECOND;

/** Minimum time between two log lines: one per rejection would be load as well. */
const logIntervalMs = 10 * SECOND;

const overloadError = new AppError('unavailable', 'Too busy right now. Please try again.', {
  retryAfterSeconds: 5,
});
const rejectionBody = JSON.stringify(overloadError.body);
const rejectionHeaders = {
  ...buildErrorHeaders(rejectionBody),
  'Retry-After': overloadError.retryAfterSeconds,
};

/** Never rejected: a supervisor that restarts an overloaded server makes the overload worse. */
const isHealthCheck = ({ url }: { url?: string }) => url === '/healthz' || url === '/readyz';

/**
 * Parses JSON bodies in slices of the event loop as well, because parsing a long one can cost more
 * than the rest of the request.
 */
function parseJsonInSlices(api: Api, scheduler: Scheduler): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  const type = 'application/json';
  api.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
    scheduler.resume(() => parse(request, body, done));
  });
}

/**
 * Rejects requests that would wait too long. Rejected alternative: limits on the event loop's delay
 * (@fastify/under-pressure). They act only after requests have already waited, and they mistake a
 * machine that was suspended for an overloaded one.
 */
export function createAdmissionControl(scheduler: Scheduler) {
  let log: Api['log'] | undefined;
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  let runningCount = 0;
  let rejectedCount = 0;

  function logRejection(load: { waiting: number } | { atWork: number }): void {
    if (performance.now() - lastLoggedAt < logIntervalMs) return;
    lastLoggedAt = performance.now();
    log?.warn(load, 'too busy: requests are rejected');
  }

  function releaseSlot(reply: FastifyReply): void {
    if (reply.isHandlerRunning) runningCount -= 1;
    reply.isHandlerRunning = false;
  }

  return {
    noteConnection: scheduler.noteConnection,

    /** The requests that were rejected before Fastify's hooks saw them. */
    getRejectedCount: () => rejectedCount,

    /** Handles a request in its slice of the event loop, or rejects it without reading its body. */
    admit(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
      if (isHealthCheck(request)) {
        handle();
        return;
      }
      if (scheduler.queuedCount < limits.maxQueued) {
        scheduler.schedule(() => {
          // Skip it if the client has gone.
          if (!request.socket.destroyed) handle();
        });
        return;
      }
      rejectedCount += 1;
      logRejection({ waiting: scheduler.queuedCount });
      setTimeout(
        () => response.writeHead(503, rejectionHeaders).end(rejectionBody),
        rejectionDelayMs,
      );
    },

    register(api: Api): void {
      log = api.log;
      parseJsonInSlices(api, scheduler);
      // The queue above does not see handlers that wait for PostgreSQL, so running ones are counted
      // too.
      api.decorateReply('isHandlerRunning', false);
      api.addHook('preHandler', ({ raw }, reply, done) => {
        // The not-found handler runs this hook a second time for the same request. A page that was
        // admitted reads its data with injected requests.
        if (reply.isHandlerRunning || isHealthCheck(raw) || isInjected(raw)) return done();
        if (runningCount >= limits.maxRunning) {
          logRejection({ atWork: runningCount });
          return done(overloadError);
        }
        runningCount += 1;
        reply.isHandlerRunning = true;
        done();
      });
      // `onResponse` alone is not enough: it does not always run after a client has disconnected.
      api.addHook('onSend', (_request, reply, payload, done) => {
        releaseSlot(reply);
        done(null, payload);
      });
      // `onSend` alone is not enough: it does not run for replies that a handler writes itself.
      api.addHook('onResponse', (_request, reply, done) => {
        releaseSlot(reply);
        done();
      });
    },
  };
}

export type AdmissionControl = ReturnType<typeof createAdmissionControl>;
