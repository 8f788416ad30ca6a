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
import { collections } from '../collections';
import { registerCollectionRoutes } from '../collections/collection-routes.server';
import { createSnapshot } from '../collections/collection-snapshot.server';
import { createCollectionStores } from '../collections/collection-store.server';
import { registerContentCountRoutes } from '../collections/count-routes.server';
import { registerHistoryRoutes } from '../collections/history-routes.server';
import type { Talent } from '../collections/talents/talent';
import { registerTalentRoutes } from '../collections/talents/talent-routes.server';
import { registerAuthRoutes } from '../features/auth/auth-routes.server';
import {
  getSessionCookie,
  readSessionToken,
  requireAdmin,
} from '../features/auth/require-admin.server';
import { requireSameOrigin } from '../features/auth/same-origin.server';
import { createFunnelCounter } from '../features/funnel/funnel-counter.server';
import { registerFunnelRoutes } from '../features/funnel/funnel-routes.server';
import { createInquiryLimit } from '../features/leads/enquiry-limit.server';
import { registerLeadRoutes } from '../features/leads/lead-routes.server';
import { fillSearchTexts } from '../features/leads/lead-search-texts.server';
import { createLeadStore } from '../features/leads/lead-store.server';
import { createMailer } from '../features/mail/mailer.server';
import {
  defaultTimings,
  type OutboxTimings,
  startOutboxWorker,
} from '../features/outbox/worker.server';
import { releasePayments } from '../features/payments/payment-release.server';
import { registerPayments } from '../features/payments/payments.server';
import { registerServingRoutes } from '../features/pictures/object-routes.server';
import { registerUploadRoutes } from '../features/pictures/picture-routes.server';
import { createPictureStorage } from '../features/pictures/picture-storage.server';
import { createPictureStore } from '../features/pictures/picture-store.server';
import { type RenderPicture, renderUpload } from '../features/pictures/rendering.server';
import { removeUnusedPictures } from '../features/pictures/unused-pictures.server';
import { registerSchedulingAdminRoutes } from '../features/scheduling/call-admin-routes.server';
import { createCallStore } from '../features/scheduling/call-store.server';
import { registerBookingReportRoutes } from '../features/scheduling/confirmation-routes.server';
import { registerSchedulingRoutes } from '../features/scheduling/scheduling-routes.server';
import { registerSchedulingWebhooks } from '../features/scheduling/webhook-routes.server';
import { registerSecurityRoutes } from '../features/security/security-routes.server';
import type { ConversionApis } from '../features/tracking/conversion-apis.server';
import { createResponseCache } from '../lib/answer-cache.server';
import { createCacheFastPath } from '../lib/answer-front.server';
import type { Api } from '../lib/api.server';
import type { Database } from '../lib/database.server';
import type { Environment } from '../lib/environment.server';
import { AppError } from '../lib/errors';
import { handleClientError } from '../lib/malformed-requests.server';
import { limitQueryParameters } from '../lib/parameter-limit.server';
import { createScheduler } from '../lib/turns.server';
import { registerApiDocs } from './api-description.server';
import { enforceBodyTimeout, maxBodyTimeoutMs } from './body-deadline.server';
import { rejectCompressedBody } from './body-encoding.server';
import { registerCheckoutPage } from './checkout-routes.server';
import { watchContentVersion } from './content-watch.server';
import { registerLeadFormPage } from './enquiry-routes.server';
import { errorHandler, schemaController } from './error-handler.server';
import { registerHealthRoutes } from './health-routes.server';
import { startHousekeeping } from './housekeeping.server';
import { createAdmissionControl } from './load-shedding.server';
import { createOutageLog } from './outage-log.server';
import { createPageSender, redirectOrSendNotFound, registerPages } from './page-routes.server';
import { findReferencedPictures } from './picture-references.server';
import { createGracefulShutdown } from './quiet-stop.server';
import { createSecurityHeadersHook } from './security-headers.server';
import { installSlowClientGuard } from './slow-readers.server';

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
  app.addHook('onRequest', createSecurityHeadersHook(environment));
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
