import Fastify, {
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import type { Database } from '../db/database.server';
import { createOutageLog } from '../db/outage-log.server';
import { createPollWindow } from '../db/poll-window.server';
import { getSessionCookie } from '../foundation/auth/cookies.server';
import { requireSameOrigin } from '../foundation/auth/require-same-origin.server';
import type { LiveSettings } from '../foundation/environment/live-settings.server';
import { createAdmissionControl } from '../http/admission-control.server';
import { type Api, applyDescribedStatus } from '../http/api.server';
import { createCacheFastPath } from '../http/cache-fast-path.server';
import { createScheduler, type Scheduler } from '../http/event-loop-scheduler.server';
import { createGracefulShutdown } from '../http/graceful-shutdown.server';
import { handleClientError, isInjected } from '../http/malformed-requests.server';
import { createRequestIdFactory, createTrustedProxyCheck } from '../http/request-id.server';
import {
  enforceBodyTimeout,
  limitQueryParameters,
  maxBodyBytes,
  maxBodyTimeoutMs,
  rejectCompressedBody,
} from '../http/request-limits.server';
import type { FastPathCounts } from '../http/response-body.server';
import { createResponseCache } from '../http/response-cache.server';
import { createSecurityHeadersHook } from '../http/security-headers.server';
import { installSlowClientGuard } from '../http/slow-client-guard.server';
import { SECOND } from '../lib/time/durations';
import { errorHandler, schemaController } from './error-handler.server';

/**
 * Logs a finished request, when `ACCESS_LOG` is on. Without its URL, address and headers, because
 * they can contain personal data. The cache fast path logs its own responses.
 */
function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { method, raw, routeOptions } = request;
  if (!isInjected(raw)) {
    const durationMs = Math.round(reply.elapsedTime * 10) / 10;
    const status = reply.statusCode;
    request.log.info({ method, route: routeOptions.url, status, durationMs }, 'request');
  }
  done();
}

declare module 'fastify' {
  interface FastifyInstance {
    scheduler: Scheduler;
    stop: () => Promise<void>;
    isStopping: () => boolean;
    /** Whether a background job may use the database now, or has to let it sleep. */
    mayPoll: () => boolean;
    /** Counts of the parts that run before Fastify, for the metrics. */
    fastPathCounts: ReadonlyMap<string, Readonly<FastPathCounts>>;
    getRejectedCount: () => number;
  }
}

export interface ServerOptions {
  db: Database;
  settings: LiveSettings;
  logger?: FastifyServerOptions['logger'];
}

/**
 * Creates the server with its protection: the response cache in front, limits, and security
 * headers.
 */
export function createServer({ db, settings, logger = false }: ServerOptions): Api {
  const { environment } = settings;
  const cache = createResponseCache();
  const scheduler = createScheduler();
  const admissionControl = createAdmissionControl(scheduler);
  const { name: sessionCookie } = getSessionCookie(environment);
  const createRequestId = createRequestIdFactory(environment.TRUST_PROXY);
  const cacheFastPath = createCacheFastPath(cache, {
    ...{ sessionCookie, admissionControl, createRequestId },
    isLogged: environment.ACCESS_LOG,
  });
  const app: Api = Fastify({
    logger,
    serverFactory: cacheFastPath.serverFactory,
    // Requests are not logged, because URLs may contain what visitors type. Each event logs itself.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    trustProxy: environment.TRUST_PROXY ? createTrustedProxyCheck(environment.TRUST_PROXY) : false,
    bodyLimit: maxBodyBytes,
    // During a shutdown, requests that still arrive get normal responses instead of 503.
    return503OnClosing: false,
    // Slow headers are cut off after 10 s, a body after the timeout of its route. Node's default is
    // 5 minutes.
    requestTimeout: maxBodyTimeoutMs,
    // Longer than proxies keep idle connections (nginx: 60 s by default), so that none sends into one
    // that closes.
    keepAliveTimeout: 72_000,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    clientErrorHandler: handleClientError,
    routerOptions: { maxParamLength: 200 },
    schemaController,
    frameworkErrors: errorHandler,
  });
  // The API accepts JSON only; Fastify would parse plain text as well.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(errorHandler);
  installSlowClientGuard(app.server);

  const outages = createOutageLog(db, app.log);
  const { stop, isStopping } = createGracefulShutdown(app, environment.DRAIN_SECONDS * SECOND);
  app.decorate('settings', settings);
  app.decorate('responseCache', cache);
  app.decorate('scheduler', scheduler);
  app.decorate('outages', outages);
  app.decorate('stop', stop);
  app.decorate('isStopping', isStopping);
  const { mayPoll, noteRequest } = createPollWindow(
    environment.DATABASE_IDLE_POLL_SECONDS * SECOND,
  );
  app.decorate('mayPoll', mayPoll);
  app.decorate('fastPathCounts', cacheFastPath.countsByRoute);
  app.decorate('getRejectedCount', admissionControl.getRejectedCount);
  // onClose hooks run in reverse order, so this one runs last.
  app.addHook('onClose', async () => outages.stop());

  admissionControl.register(app);
  app.addHook('onRequest', createSecurityHeadersHook(settings));
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    if (request.url !== '/healthz') noteRequest();
    done();
  });
  app.addHook('onRequest', enforceBodyTimeout);
  app.addHook('onRequest', limitQueryParameters);
  app.addHook('onRequest', rejectCompressedBody);
  app.addHook('onRequest', requireSameOrigin(environment.SITE_URL));
  app.addHook('onRoute', applyDescribedStatus);
  cacheFastPath.register(app);
  if (environment.ACCESS_LOG) app.addHook('onResponse', logRequest);
  return app;
}
