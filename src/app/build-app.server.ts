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
import { collectionRoutes } from '../collections/collection-routes.server';
import { createSnapshot } from '../collections/collection-snapshot.server';
import { collectionStores } from '../collections/collection-store.server';
import { countRoutes } from '../collections/count-routes.server';
import { historyRoutes } from '../collections/history-routes.server';
import type { Talent } from '../collections/talents/talent';
import { talentRoutes } from '../collections/talents/talent-routes.server';
import { authRoutes } from '../features/auth/auth-routes.server';
import { requireAdmin, sessionCookie, sessionToken } from '../features/auth/require-admin.server';
import { requireSameOrigin } from '../features/auth/same-origin.server';
import { funnelCounter } from '../features/funnel/funnel-counter.server';
import { funnelRoutes } from '../features/funnel/funnel-routes.server';
import { enquiryLimit } from '../features/leads/enquiry-limit.server';
import { leadRoutes } from '../features/leads/lead-routes.server';
import { fillSearchTexts } from '../features/leads/lead-search-texts.server';
import { leadStore } from '../features/leads/lead-store.server';
import { createMailer } from '../features/mail/mailer.server';
import {
  defaultPauses,
  type OutboxPauses,
  startOutboxWorker,
} from '../features/outbox/worker.server';
import { releasePayments } from '../features/payments/payment-release.server';
import { startPayments } from '../features/payments/payments.server';
import { objectRoutes } from '../features/pictures/object-routes.server';
import { pictureRoutes } from '../features/pictures/picture-routes.server';
import { pictureStorage } from '../features/pictures/picture-storage.server';
import { pictureStore } from '../features/pictures/picture-store.server';
import { type RenderPicture, renderUpload } from '../features/pictures/rendering.server';
import { removeUnusedPictures } from '../features/pictures/unused-pictures.server';
import { callAdminRoutes } from '../features/scheduling/call-admin-routes.server';
import { callStore } from '../features/scheduling/call-store.server';
import { confirmationRoutes } from '../features/scheduling/confirmation-routes.server';
import { schedulingRoutes } from '../features/scheduling/scheduling-routes.server';
import { schedulingWebhooks } from '../features/scheduling/webhook-routes.server';
import { securityRoutes } from '../features/security/security-routes.server';
import type { ConversionApis } from '../features/tracking/conversion-apis.server';
import { createAnswerCache } from '../lib/answer-cache.server';
import { createAnswerFront } from '../lib/answer-front.server';
import type { Api } from '../lib/api.server';
import type { Database } from '../lib/database.server';
import type { Environment } from '../lib/environment.server';
import { AppError } from '../lib/errors';
import { handleClientError } from '../lib/malformed-requests.server';
import { limitQueryParameters } from '../lib/parameter-limit.server';
import { createTurns } from '../lib/turns.server';
import { apiDescription } from './api-description.server';
import { bodyDeadline, longestTimeout } from './body-deadline.server';
import { refuseCompressed } from './body-encoding.server';
import { checkoutRoutes } from './checkout-routes.server';
import { watchContent } from './content-watch.server';
import { enquiryRoutes } from './enquiry-routes.server';
import { answerError, schemaController } from './error-handler.server';
import { healthRoutes } from './health-routes.server';
import { startHousekeeping } from './housekeeping.server';
import { loadShedding } from './load-shedding.server';
import { createOutageLog } from './outage-log.server';
import { pageRoutes, pageSender, sendUnknown } from './page-routes.server';
import { referredPictures } from './picture-references.server';
import { quietStop } from './quiet-stop.server';
import { securityHeaders } from './security-headers.server';
import { closeSlowReaders } from './slow-readers.server';

interface Parts {
  db: Database;
  environment: Environment;
  /** The folder of the browser bundle. */
  clientDir: string;
  /** The folder of the demo's pictures, which the build has rendered. */
  demoPictures?: string;
  /** What renders uploads; by default this process does. */
  renderPicture?: RenderPicture;
  /** Until then nobody is signed in, nor let through as the admin. */
  accountSettled?: Promise<void>;
  logger?: FastifyServerOptions['logger'];
  /** The outbox's pauses, which the tests shorten. */
  pauses?: OutboxPauses;
  /** Where conversions are delivered to, when not to the platforms themselves. */
  conversionApis?: ConversionApis;
}

/** Bytes of a request's body; pictures have a bound of their own. */
const bodyLimit = 100 * 1024;

/** The pages that have routes of their own besides the page table's. */
const ownRoutes = ['/enquiry', '/checkout'];

/** Hashed files never change; the others are asked about again after an hour. */
const cacheControl = (path: string) =>
  /\/assets\/[^/]+$/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';

/**
 * The addresses of the files that everybody may have. Not those whose name begins with a dot; nor the
 * compressed ones, which lie beside their files and have no address of their own.
 */
function publicFiles(clientDir: string): ReadonlySet<string> {
  if (!existsSync(clientDir)) return new Set();
  const paths = readdirSync(clientDir, { recursive: true, encoding: 'utf8' });
  const addresses = paths.map((path) => `/${path.replaceAll(sep, '/')}`);
  return new Set(addresses.filter((address) => !/\/\.|\.(br|gz)$/.test(address)));
}

/** A route as the tests see it, which ask of each whether strangers are kept out. */
interface RouteAccess {
  method: string[];
  url: string;
  access: 'public' | 'admin' | undefined;
}

interface Guards {
  /** Lets only the admin through. */
  check: ReturnType<typeof requireAdmin>;
  /** Waits until the admin's account is as the settings say. */
  settled: () => Promise<void>;
}

/** Stops the start when a route does not say who may call it, and guards those of the admin. */
function guard(route: RouteOptions, { check, settled }: Guards): void {
  const access = route.config?.access;
  if (!access) throw new Error(`${route.method} ${route.url} does not say who may call it.`);
  const isSignIn = route.url.startsWith('/api/auth/');
  const guards = [
    ...(access === 'admin' || isSignIn ? [settled] : []),
    ...(access === 'admin' ? [check] : []),
  ];
  route.onRequest = [...guards, ...[route.onRequest ?? []].flat()];
}

/** The whole server on a migrated database, without listening: what `main` runs and the tests call. */
export async function buildApp(parts: Parts) {
  const { db, environment, clientDir, logger = false, conversionApis } = parts;
  const { pauses = defaultPauses, renderPicture = renderUpload } = parts;
  const cache = createAnswerCache();
  const turns = createTurns();
  const shedding = loadShedding(turns);
  const front = createAnswerFront(cache, sessionCookie(environment).name, shedding);
  const app: Api = Fastify({
    logger,
    serverFactory: front.serverFactory,
    // Addresses may carry what people type; what is logged is said where it happens.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: environment.TRUST_PROXY ?? false,
    bodyLimit,
    // Who has come in before the stop is answered like any other.
    return503OnClosing: false,
    // A dripping head is closed after 10 s, a body after what its route says; by default it would
    // be after 5 minutes.
    requestTimeout: longestTimeout,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    clientErrorHandler: handleClientError,
    routerOptions: { maxParamLength: 200 },
    schemaController,
    frameworkErrors: answerError,
  });

  // JSON is what the API takes; Fastify would read plain text as well.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(answerError);

  closeSlowReaders(app.server);
  const outages = createOutageLog(db, app.log);
  app.decorate('outages', outages);
  const { stop, isStopping } = quietStop(app);
  shedding.register(app);
  app.addHook('onRequest', securityHeaders(environment));
  app.addHook('onRequest', bodyDeadline);
  app.addHook('onRequest', limitQueryParameters);
  app.addHook('onRequest', refuseCompressed);
  app.addHook('onRequest', requireSameOrigin(environment.SITE_URL));
  front.register(app);
  await app.register(cookie);
  const files = publicFiles(clientDir);
  if (files.size > 0) {
    await app.register(staticFiles, {
      root: clientDir,
      // What is there is read at start: no request's path is ever looked up on the disk. A route for
      // each file would do it as well, and take half of the start.
      allowedPath: (path) => files.has(path),
      cacheControl: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        response.setHeader('Cache-Control', cacheControl(path));
        response.setHeader('Vary', 'Accept-Encoding');
      },
    });
  }
  // After the plugins, whose routes are public files: from here on each route says its access.
  app.decorateRequest('userId', null);
  const guards: Guards = {
    check: requireAdmin(db, environment),
    settled: async () => parts.accountSettled,
  };
  const routeTable: RouteAccess[] = [];
  app.addHook('onRoute', (route) => {
    guard(route, guards);
    routeTable.push({
      method: [route.method].flat(),
      url: route.url,
      access: route.config?.access,
    });
  });

  apiDescription(app, environment);

  healthRoutes(app, { db, environment, isStopping });

  const mailer = createMailer(environment, pauses.mail);
  const stores = collectionStores(db, {
    packages: (transaction, id) => releasePayments(transaction, 'packageId', id),
  });
  const snapshot = createSnapshot(() => stores.talents.list() as Promise<Talent[]>);
  const sendPage = pageSender({
    environment,
    clientDir,
    cache,
    turns,
    async readApi(address) {
      const { statusCode, payload } = await app.inject({ url: address });
      if (statusCode === 503) throw new AppError('unavailable', `${address} is unavailable`);
      if (statusCode !== 200) throw new Error(`${address} answered ${statusCode}`);
      return JSON.parse(payload);
    },
  });
  const onContentChange = () => {
    cache.drop();
    snapshot.drop();
  };
  const content = await watchContent(db, onContentChange, { log: app.log, outages });
  // Before the admin hears that it is done: whoever asks next sees the change.
  app.addHook('onSend', (request, _reply, payload, done) => {
    const isWrite = request.routeOptions.config?.access === 'admin' && request.method !== 'GET';
    if (!isWrite) return done(null, payload);
    content.lookNow().then(() => done(null, payload), done);
  });

  const worker = startOutboxWorker({
    db,
    environment,
    mailer,
    log: app.log,
    outages,
    pauses,
    ...(conversionApis && { conversionApis }),
  });
  const leads = leadStore(db, {
    environment,
    onPending: worker.wake,
    findPackages: (ids) => stores.packages.named(ids),
  });
  const funnel = funnelCounter(db, { log: app.log, outages });
  const pictures = pictureStore(db);
  const storage = pictureStorage(environment);
  const stopHousekeeping = startHousekeeping(db, app.log, [
    function removePictures() {
      return removeUnusedPictures({ db, storage, referred: referredPictures });
    },
  ]);
  const payments = await startPayments(app, {
    db,
    environment,
    packages: () => stores.packages.list(),
    onStored: worker.wake,
  });
  let isClosing = false;
  let filling: Promise<void> | undefined;
  // Not waited for: after an upgrade it takes seconds, and the site serves meanwhile.
  app.addHook('onListen', async () => {
    filling = fillSearchTexts(db, () => isClosing).catch((error: unknown) => {
      app.log.error({ err: error }, 'filling in search texts failed');
    });
  });
  app.addHook('onClose', async () => {
    isClosing = true;
    await filling;
    stopHousekeeping();
    await payments.stop();
    await content.stop();
    await funnel.stop();
    await worker.stop();
    await mailer.close();
    outages.stop();
  });

  const mayBeAdmin = (request: FastifyRequest) => sessionToken(request, environment) !== undefined;
  for (const collection of collections) {
    collectionRoutes(app, collection, { store: stores[collection.path], cache, mayBeAdmin });
    historyRoutes(app, db, collection, stores[collection.path]);
  }
  talentRoutes(app, { store: stores.talents, snapshot, cache });
  countRoutes(app, db);
  authRoutes(app, db, environment);
  securityRoutes(app, db, environment);
  const admit = enquiryLimit(db);
  leadRoutes(app, db, leads, admit);
  const calls = callStore(db, worker.wake);
  schedulingRoutes(app, db, environment, { calls, admit });
  confirmationRoutes(app, db, environment);
  callAdminRoutes(app, db, calls);
  await schedulingWebhooks(app, db, environment);
  funnelRoutes(app, db, environment, funnel);
  pictureRoutes(app, { db, environment, pictures, storage, renderPicture });
  objectRoutes(app, { pictures, storage, demoFolder: parts.demoPictures });
  pageRoutes(app, sendPage, ownRoutes);
  checkoutRoutes(app, sendPage, environment);
  await enquiryRoutes(app, { ...stores, admit, sendPage, leads });

  app.setNotFoundHandler((request, reply) => {
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/api(\/|\?|$)/.test(request.url);
    if (isPage) return sendUnknown(sendPage, request, reply);
    throw new AppError('not_found', 'Not found');
  });
  return Object.assign(app, { routeTable, stop });
}
