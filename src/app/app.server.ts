import { existsSync, readdirSync } from 'node:fs';
import { sep } from 'node:path';
import cookie from '@fastify/cookie';
import staticFiles from '@fastify/static';
import Fastify, {
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
  type RouteOptions,
} from 'fastify';
import { registerHistoryRoutes } from '../collection-kit/history-routes.server';
import { registerCollectionRoutes } from '../collection-kit/routes.server';
import { createSnapshot } from '../collection-kit/snapshot.server';
import { createCollectionStores } from '../collection-kit/store.server';
import { watchContentVersion } from '../db/content-version-watcher.server';
import type { Database } from '../db/database.server';
import { createOutageLog } from '../db/outage-log.server';
import { createFunnelCounter } from '../features/analytics/funnel-counter.server';
import { registerFunnelRoutes } from '../features/analytics/routes.server';
import type { ConversionApis } from '../features/analytics/tracking/conversion-apis.server';
import { getTrackingSources } from '../features/analytics/tracking/tracking-settings.server';
import { collections } from '../features/collections';
import { registerContentCountRoutes } from '../features/content-counts/routes.server';
import { createInquiryLimit } from '../features/leads/inquiry-limit.server';
import { registerLeadRoutes } from '../features/leads/routes.server';
import { fillSearchTexts } from '../features/leads/search-text-table.server';
import { createLeadStore } from '../features/leads/store.server';
import { registerPayments } from '../features/payments/plugin.server';
import { releasePayments } from '../features/payments/release-payments.server';
import { registerSchedulingAdminRoutes } from '../features/scheduling/admin-routes.server';
import { registerBookingReportRoutes } from '../features/scheduling/providers/booking-report-routes.server';
import { registerSchedulingWebhooks } from '../features/scheduling/providers/webhook-routes.server';
import { registerSchedulingRoutes } from '../features/scheduling/routes.server';
import { createCallStore } from '../features/scheduling/store.server';
import type { Talent } from '../features/talents/contract';
import { registerTalentRoutes } from '../features/talents/routes.server';
import {
  getSessionCookie,
  readSessionToken,
  requireAdmin,
} from '../foundation/auth/require-admin.server';
import { requireSameOrigin } from '../foundation/auth/require-same-origin.server';
import { registerAuthRoutes } from '../foundation/auth/routes.server';
import { registerSecurityRoutes } from '../foundation/auth/security-routes.server';
import { type RenderPicture, renderUpload } from '../foundation/media/picture-renderer.server';
import { removeUnusedPictures } from '../foundation/media/remove-unused-pictures.server';
import { registerUploadRoutes } from '../foundation/media/routes.server';
import { registerServingRoutes } from '../foundation/media/serving-routes.server';
import { createPictureStorage } from '../foundation/media/storage.server';
import { createPictureStore } from '../foundation/media/store.server';
import { createMailer } from '../foundation/outbox/mailer.server';
import {
  defaultTimings,
  type OutboxTimings,
  startOutboxWorker,
} from '../foundation/outbox/worker.server';
import type { Environment } from '../foundation/settings/environment.server';
import { createAdmissionControl } from '../http/admission-control.server';
import type { Api } from '../http/api.server';
import { enforceBodyTimeout, maxBodyTimeoutMs } from '../http/body-timeout.server';
import { createCacheFastPath } from '../http/cache-fast-path.server';
import { createScheduler } from '../http/event-loop-scheduler.server';
import { createGracefulShutdown } from '../http/graceful-shutdown.server';
import { handleClientError } from '../http/malformed-requests.server';
import { limitQueryParameters } from '../http/parameter-limit.server';
import { rejectCompressedBody } from '../http/reject-compressed-body.server';
import { createResponseCache } from '../http/response-cache.server';
import { createSecurityHeadersHook } from '../http/security-headers.server';
import { installSlowClientGuard } from '../http/slow-client-guard.server';
import { AppError } from '../lib/errors';
import { registerCheckoutPage } from '../routes/checkout/routes.server';
import { registerLeadFormPage } from '../routes/inquiry/routes.server';
import { errorHandler, schemaController } from './error-handler.server';
import { findReferencedPictures } from './find-referenced-pictures.server';
import { registerHealthRoutes } from './health.plugin.server';
import { startHousekeeping } from './housekeeping.server';
import { registerApiDocs } from './openapi/api-docs.plugin.server';
import { createPageSender, redirectOrSendNotFound, registerPages } from './ssr/pages.plugin.server';

interface AppOptions {
  db: Database;
  environment: Environment;
  /** The folder of the browser bundle. */
  clientDir: string;
  /** The folder of the demo's pictures, which the build has rendered. */
  demoPicturesDir?: string;
  /** What renders uploads; by default this process does. */
  renderPicture?: RenderPicture;
  /** Until then nobody is signed in, nor let through as the admin. */
  adminAccountReady?: Promise<void>;
  logger?: FastifyServerOptions['logger'];
  /** The outbox's pauses, which the tests shorten. */
  outboxDelays?: OutboxTimings;
  /** Where conversions are delivered to, when not to the platforms themselves. */
  conversionApis?: ConversionApis;
}

/** Bytes of a request's body; pictures have a bound of their own. */
const maxBodyBytes = 100 * 1024;

/** The pages that have routes of their own besides the page table's. */
const pathsWithOwnRoutes = ['/enquiry', '/checkout'];

/** Hashed files never change; the others are asked about again after an hour. */
const getCacheControl = (path: string) =>
  /\/assets\/[^/]+$/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';

/**
 * The addresses of the files that everybody may have. Not those whose name begins with a dot; nor the
 * compressed ones, which lie beside their files and have no address of their own.
 */
function listPublicFiles(clientDir: string): ReadonlySet<string> {
  if (!existsSync(clientDir)) return new Set();
  const paths = readdirSync(clientDir, { recursive: true, encoding: 'utf8' });
  const urlPaths = paths.map((path) => `/${path.replaceAll(sep, '/')}`);
  return new Set(urlPaths.filter((address) => !/\/\.|\.(br|gz)$/.test(address)));
}

/** A route as the tests see it, which ask of each whether strangers are kept out. */
interface RouteAccess {
  method: string[];
  url: string;
  access: 'public' | 'admin' | undefined;
}

interface Guards {
  /** Lets only the admin through. */
  requireAdminSession: ReturnType<typeof requireAdmin>;
  /** Waits until the admin's account is as the settings say. */
  waitForAdminAccount: () => Promise<void>;
}

/** Stops the start when a route does not say who may call it, and guards those of the admin. */
function guardRoute(
  route: RouteOptions,
  { requireAdminSession, waitForAdminAccount }: Guards,
): void {
  const access = route.config?.access;
  if (!access) throw new Error(`${route.method} ${route.url} does not say who may call it.`);
  const isAuthRoute = route.url.startsWith('/api/auth/');
  const guards = [
    ...(access === 'admin' || isAuthRoute ? [waitForAdminAccount] : []),
    ...(access === 'admin' ? [requireAdminSession] : []),
  ];
  route.onRequest = [...guards, ...[route.onRequest ?? []].flat()];
}

/** The whole server on a migrated database, without listening: what `main` runs and the tests call. */
export async function buildApp(options: AppOptions) {
  const { db, environment, clientDir, logger = false, conversionApis } = options;
  const { outboxDelays = defaultTimings, renderPicture = renderUpload } = options;
  const cache = createResponseCache();
  const scheduler = createScheduler();
  const admissionControl = createAdmissionControl(scheduler);
  const cacheFastPath = createCacheFastPath(
    cache,
    getSessionCookie(environment).name,
    admissionControl,
  );
  const app: Api = Fastify({
    logger,
    serverFactory: cacheFastPath.serverFactory,
    // Addresses may carry what people type; what is logged is said where it happens.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: environment.TRUST_PROXY ?? false,
    bodyLimit: maxBodyBytes,
    // Who has come in before the stop is answered like any other.
    return503OnClosing: false,
    // A dripping head is closed after 10 s, a body after what its route says; by default it would
    // be after 5 minutes.
    requestTimeout: maxBodyTimeoutMs,
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

  // JSON is what the API takes; Fastify would read plain text as well.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(errorHandler);

  installSlowClientGuard(app.server);
  const outages = createOutageLog(db, app.log);
  app.decorate('outages', outages);
  const { stop, isStopping } = createGracefulShutdown(app);
  admissionControl.register(app);
  app.addHook('onRequest', createSecurityHeadersHook(environment, getTrackingSources(environment)));
  app.addHook('onRequest', enforceBodyTimeout);
  app.addHook('onRequest', limitQueryParameters);
  app.addHook('onRequest', rejectCompressedBody);
  app.addHook('onRequest', requireSameOrigin(environment.SITE_URL));
  cacheFastPath.register(app);
  await app.register(cookie);
  const publicPaths = listPublicFiles(clientDir);
  if (publicPaths.size > 0) {
    await app.register(staticFiles, {
      root: clientDir,
      // What is there is read at start: no request's path is ever looked up on the disk. A route for
      // each file would do it as well, and take half of the start.
      allowedPath: (path) => publicPaths.has(path),
      cacheControl: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        response.setHeader('Cache-Control', getCacheControl(path));
        response.setHeader('Vary', 'Accept-Encoding');
      },
    });
  }
  // After the plugins, whose routes are public files: from here on each route says its access.
  app.decorateRequest('userId', null);
  const guards: Guards = {
    requireAdminSession: requireAdmin(db, environment),
    waitForAdminAccount: async () => options.adminAccountReady,
  };
  const routeTable: RouteAccess[] = [];
  app.addHook('onRoute', (route) => {
    guardRoute(route, guards);
    routeTable.push({
      method: [route.method].flat(),
      url: route.url,
      access: route.config?.access,
    });
  });

  registerApiDocs(app, environment);

  registerHealthRoutes(app, { db, environment, isStopping });

  const mailer = createMailer(environment, outboxDelays.mailTimeoutMs);
  const stores = createCollectionStores(db, {
    packages: (transaction, id) => releasePayments(transaction, 'packageId', id),
  });
  const snapshot = createSnapshot(() => stores.talents.list() as Promise<Talent[]>);
  const sendPage = createPageSender({
    environment,
    clientDir,
    cache,
    scheduler,
    async fetchFromApi(address) {
      const { statusCode, payload } = await app.inject({ url: address });
      if (statusCode === 503) throw new AppError('unavailable', `${address} is unavailable`);
      if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}`);
      return JSON.parse(payload);
    },
  });
  const onContentChange = () => {
    cache.clear();
    snapshot.invalidate();
  };
  const contentWatcher = await watchContentVersion(db, onContentChange, { log: app.log, outages });
  // Before the admin hears that it is done: whoever asks next sees the change.
  app.addHook('onSend', (request, _reply, payload, done) => {
    const isWrite = request.routeOptions.config?.access === 'admin' && request.method !== 'GET';
    if (!isWrite) return done(null, payload);
    contentWatcher.checkNow().then(() => done(null, payload), done);
  });

  const worker = startOutboxWorker({
    db,
    environment,
    mailer,
    log: app.log,
    outages,
    timings: outboxDelays,
    ...(conversionApis && { conversionApis }),
  });
  const leads = createLeadStore(db, {
    environment,
    onPending: worker.wake,
    findPackages: (ids) => stores.packages.findByIds(ids),
  });
  const funnel = createFunnelCounter(db, { log: app.log, outages });
  const pictures = createPictureStore(db);
  const storage = createPictureStorage(environment);
  const stopHousekeeping = startHousekeeping(db, app.log, [
    function removePictures() {
      return removeUnusedPictures({ db, storage, findReferencedIds: findReferencedPictures });
    },
  ]);
  const payments = await registerPayments(app, {
    db,
    environment,
    packages: () => stores.packages.list(),
    onStored: worker.wake,
  });
  let isClosing = false;
  let searchTextBackfill: Promise<void> | undefined;
  // Not waited for: after an upgrade it takes seconds, and the site serves meanwhile.
  app.addHook('onListen', async () => {
    searchTextBackfill = fillSearchTexts(db, () => isClosing).catch((error: unknown) => {
      app.log.error({ err: error }, 'filling in search texts failed');
    });
  });
  app.addHook('onClose', async () => {
    isClosing = true;
    await searchTextBackfill;
    stopHousekeeping();
    await payments.stop();
    await contentWatcher.stop();
    await funnel.stop();
    await worker.stop();
    await mailer.close();
    outages.stop();
  });

  const hasSessionToken = (request: FastifyRequest) =>
    readSessionToken(request, environment) !== undefined;
  for (const collection of collections) {
    registerCollectionRoutes(app, collection, {
      store: stores[collection.path],
      cache,
      mayBeAdmin: hasSessionToken,
    });
    registerHistoryRoutes(app, db, collection, stores[collection.path]);
  }
  registerTalentRoutes(app, { store: stores.talents, snapshot, cache });
  registerContentCountRoutes(app, db);
  registerAuthRoutes(app, db, environment);
  registerSecurityRoutes(app, db, environment);
  const admit = createInquiryLimit(db);
  registerLeadRoutes(app, db, leads, admit);
  const calls = createCallStore(db, worker.wake);
  registerSchedulingRoutes(app, db, environment, { calls, admit });
  registerBookingReportRoutes(app, db, environment);
  registerSchedulingAdminRoutes(app, db, calls);
  await registerSchedulingWebhooks(app, db, environment);
  registerFunnelRoutes(app, db, environment, funnel);
  registerUploadRoutes(app, { db, environment, pictures, storage, renderPicture });
  registerServingRoutes(app, { pictures, storage, demoFolder: options.demoPicturesDir });
  registerPages(app, sendPage, pathsWithOwnRoutes);
  registerCheckoutPage(app, sendPage, environment);
  await registerLeadFormPage(app, { ...stores, admit, sendPage, leads });

  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/api(\/|\?|$)/.test(request.url);
    if (isPage) return redirectOrSendNotFound(sendPage, request, reply);
    throw new AppError('not_found', 'Not found');
  });
  return Object.assign(app, { routeTable, stop });
}
