import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getPublicTracking } from '../../features/analytics/tracking/tracking-settings.server';
import { getMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { definePlugin } from '../../foundation/settings/define-plugin.server';
import type { Environment } from '../../foundation/settings/environment.server';
import type { RenderedResponse } from '../../http/response-cache.server';
import { sendCached } from '../../http/send-cached.server';
import { AppError } from '../../lib/errors';
import { toUrl } from '../../lib/query-cache';
import type { Site } from '../../lib/site';
import { findPage, getPageFile, notFoundPage, type Page, pages } from '../../routes/pages';
import type { SendPageOptions } from '../../routes/send-page.server';
import { isIndexed } from '../page-head';
import type { PublicFilesOptions } from '../public-files.plugin.server';
import { createPageAssetLookup } from './page-assets.server';
import { getPageQueries } from './page-queries.server';
import { renderPage } from './render-page.server';

/** What of the settings the browser may know. */
const toSite = (environment: Environment): Site => ({
  ...getPublicTracking(environment),
  name: environment.SITE_NAME,
  url: environment.SITE_URL,
  supportEmail: environment.SUPPORT_EMAIL,
  ...(getMailDisabledReason(environment) !== undefined && { isMailOff: true as const }),
  schedulingUrl: environment.SCHEDULING_URL ?? null,
});

/** Reads an API URL as a visitor would. @throws when it fails */
async function fetchFromApi(app: FastifyInstance, url: string): Promise<unknown> {
  const { statusCode, payload } = await app.inject({ url });
  if (statusCode === 503) throw new AppError('unavailable', `${url} is unavailable`);
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  return JSON.parse(payload);
}

/** Creates the function that renders a page, with the lists that it shows, and sends it. */
function createPageSender(app: FastifyInstance, clientDir: string) {
  const { site, scheduler, responseCache: cache } = app;
  const getPageAssets = createPageAssetLookup(clientDir);

  async function renderResponse(
    page: Page,
    address: { path: string; search: string },
    log: FastifyRequest['log'],
    preload?: SendPageOptions['preload'],
  ): Promise<RenderedResponse> {
    let isComplete = true;
    const html = await renderPage({
      page,
      site,
      ...address,
      assets: getPageAssets(getPageFile(page)),
      preload: async (queryCache) => {
        preload?.(queryCache);
        const urls = getPageQueries(page).listQueryKeys(address.search).map(toUrl);
        const results = await Promise.allSettled(urls.map((url) => fetchFromApi(app, url)));
        // In the page table's order, not in that of the answers: the same content is the same bytes.
        for (const [index, path] of urls.entries()) {
          const result = results[index];
          if (result?.status === 'fulfilled') {
            queryCache.set(path, result.value);
            continue;
          }
          // The page goes without it, and the browser asks for it once more itself.
          isComplete = false;
          const reason: unknown = result?.reason;
          // Logged where it failed, once for the whole outage.
          const isUnavailable = reason instanceof AppError && reason.code === 'unavailable';
          if (!isUnavailable)
            log.error({ err: reason, path }, 'what a page shows could not be read');
        }
        // Many may have what they need at the same moment, and each takes a few milliseconds.
        await scheduler.waitForSlice();
      },
    });
    return { text: html, isComplete };
  }

  async function sendPublic(
    page: Page,
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
  ) {
    // Nothing else of the address reaches the render: what one visitor sends never shows to others.
    const path = page === notFoundPage ? '/404' : page.path;
    const search = getPageQueries(page).normalizeSearch?.(request.url.split('?', 2)[1] ?? '') ?? '';
    return sendCached(request, reply, {
      cache,
      key: path + search,
      type: 'text/html; charset=utf-8',
      status,
      cacheName: 'pages',
      render: () => renderResponse(page, { path, search }, request.log),
    });
  }

  return async (
    page: Page,
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, preload }: SendPageOptions = {},
  ) => {
    // In the header as well: it counts for who reads no further, and for HEAD.
    if (!isIndexed(page)) reply.header('X-Robots-Tag', 'noindex');
    if (page.audience === 'public') return sendPublic(page, request, reply, status);
    // Its address may name an enquiry or a payment: the next page, and what measures there, is not told.
    reply.header('Referrer-Policy', 'strict-origin');
    const [path = '/', query] = request.url.split('?', 2);
    const address = { path, search: query ? `?${query}` : '' };
    const { text } = await renderResponse(page, address, request.log, preload);
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(text);
  };
}

/** The pages that have routes of their own. */
const pathsWithOwnRoutes = ['/enquiry', '/checkout'];

/** Redirects to a page whose path has a trailing slash too many; otherwise sends the 404 page. */
async function redirectOrSendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const [path = '/', query] = request.url.split('?', 2);
  const page = findPage(path);
  if (page === notFoundPage || /^\/{2}/.test(path)) {
    return reply.sendPage(notFoundPage, { status: 404 });
  }
  return reply.redirect(page.path + (query ? `?${query}` : ''), 308);
}

/** The pages, and the 404 responses of the whole site. */
export const pagesPlugin = definePlugin<PublicFilesOptions>(
  { name: 'pages', dependencies: ['route-access', 'content'] },
  (app, { environment, clientDir }) => {
    app.decorate('site', toSite(environment));
    const sendPage = createPageSender(app, clientDir);
    app.decorateReply('sendPage', function (page, options) {
      return sendPage(page, this.request, this, options);
    });
    for (const page of pages) {
      if (pathsWithOwnRoutes.includes(page.path)) continue;
      app.get(page.path, { config: { access: 'public' }, schema: { hide: true } }, (_, reply) =>
        reply.sendPage(page),
      );
    }
    app.setNotFoundHandler((request, reply) => {
      const isPage =
        ['GET', 'HEAD'].includes(request.method) && !/^\/api(\/|\?|$)/.test(request.url);
      if (isPage) return redirectOrSendNotFound(request, reply);
      throw new AppError('not_found', 'Not found');
    });
  },
);
