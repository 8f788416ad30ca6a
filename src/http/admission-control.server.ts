import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../lib/errors';
import { z } from '../lib/schema';
import { SECOND } from '../lib/time/durations';
import type { Api } from './api.server';
import type { Scheduler } from './event-loop-scheduler.server';
import { buildErrorHeaders } from './malformed-requests.server';

/**
 * The maximum of requests waiting to start. At a few milliseconds each, the last waits over a
 * second. Requests whose bodies are still arriving don't count.
 */
const maxQueued = 400;

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
const isHealthCheck = ({ url = '' }: { url?: string }) => /^\/(healthz|readyz)(\?|$)/.test(url);

const requiresBody = ({ routeOptions: { schema } }: FastifyRequest): boolean =>
  schema?.body instanceof z.core.$ZodType && !z.core.safeParse(schema.body, null).success;

/**
 * Parses JSON bodies in slices of the event loop as well, because parsing a long one can cost more
 * than the rest of the request. An empty one counts as no body: some clients send
 * `Content-Type: application/json` with every request.
 */
function parseJsonInSlices(api: Api, scheduler: Scheduler): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  const type = 'application/json';
  api.addContentTypeParser<string>(type, { parseAs: 'string' }, (request, body, done) => {
    if (body === '' && !requiresBody(request)) return done(null, undefined);
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
  let rejectedCount = 0;

  function logRejection(waiting: number): void {
    if (performance.now() - lastLoggedAt < logIntervalMs) return;
    lastLoggedAt = performance.now();
    log?.warn({ waiting }, 'too busy: requests are rejected');
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
      if (scheduler.queuedCount < maxQueued) {
        scheduler.schedule(() => {
          // Skip it if the client has gone.
          if (!request.socket.destroyed) handle();
        });
        return;
      }
      rejectedCount += 1;
      logRejection(scheduler.queuedCount);
      setTimeout(
        () => response.writeHead(503, rejectionHeaders).end(rejectionBody),
        rejectionDelayMs,
      );
    },

    register(api: Api): void {
      log = api.log;
      parseJsonInSlices(api, scheduler);
    },
  };
}

export type AdmissionControl = ReturnType<typeof createAdmissionControl>;
