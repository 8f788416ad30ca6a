import type { FastifyReply, FastifyRequest } from 'fastify';
import { getPublicTracking } from '../../features/analytics/tracking/tracking-settings.server';
import { getMailDisabledReason } from '../../foundation/outbox/mailer.server';
import type { Environment } from '../../foundation/settings/environment.server';
import type { Api } from '../../http/api.server';
import type { Scheduler } from '../../http/event-loop-scheduler.server';
import type { RenderedResponse, ResponseCache } from '../../http/response-cache.server';
import { sendCached } from '../../http/send-cached.server';
import { AppError } from '../../lib/errors';
import { type QueryCache, toUrl } from '../../lib/query-cache';
import type { Site } from '../../lib/site';
import { findPage, getPageFile, notFoundPage, type Page, pages } from '../../routes/pages';
import { isIndexed } from '../page-head';
import { registerCrawlerFiles } from './crawler-files.plugin.server';
import { createPageAssetLookup } from './page-assets.server';
import { getPageQueries } from './page-queries.server';
import { renderPage } from './render-page.server';

interface PageSenderOptions {
  environment: Environment;
  clientDir: string;
  cache: ResponseCache;
  scheduler: Scheduler;
  /** What the API answers a visitor at an address. @throws when it can't */
  fetchFromApi: (address: string) => Promise<unknown>;
}

/** What of the settings the browser may know. */
const toSite = (environment: Environment): Site => ({
  ...getPublicTracking(environment),
  name: environment.SITE_NAME,
  url: environment.SITE_URL,
  supportEmail: environment.SUPPORT_EMAIL,
  ...(getMailDisabledReason(environment) !== undefined && { isMailOff: true as const }),
  schedulingUrl: environment.SCHEDULING_URL ?? null,
});

interface SendOptions {
  status?: number;
  preload?: (queryCache: QueryCache) => void;
}

export interface PageSender {
  (
    page: Page,
    request: FastifyRequest,
    reply: FastifyReply,
    options?: SendOptions,
  ): Promise<FastifyReply>;
  /** The installation that the pages are sent from. */
  readonly site: Site;
}

/** Answers a request with a page, rendered with the lists that the page table says it reads. */
export function createPageSender({
  environment,
  clientDir,
  cache,
  scheduler,
  fetchFromApi,
}: PageSenderOptions): PageSender {
  const getPageAssets = createPageAssetLookup(clientDir);
  const site = toSite(environment);

  async function renderResponse(
    page: Page,
    address: { path: string; search: string },
    log: FastifyRequest['log'],
    preload?: SendOptions['preload'],
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
        const results = await Promise.allSettled(urls.map(fetchFromApi));
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

  const send = async (
    page: Page,
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, preload }: SendOptions = {},
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
  return Object.assign(send, { site });
}

/** The pages of the page table (those in `except` have routes of their own), and their listings. */
export function registerPages(
  api: Api,
  sendPage: PageSender,
  excludedPaths: readonly string[],
): void {
  registerCrawlerFiles(api, sendPage.site);
  for (const page of pages) {
    if (excludedPaths.includes(page.path)) continue;
    api.get(page.path, { config: { access: 'public' }, schema: { hide: true } }, (request, reply) =>
      sendPage(page, request, reply),
    );
  }
}

/** Answers a GET for an address that no route knows: a page with a slash too many, or the 404 page. */
export async function redirectOrSendNotFound(
  sendPage: PageSender,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const [path = '/', query] = request.url.split('?', 2);
  const page = findPage(path);
  if (page === notFoundPage || /^\/{2}/.test(path)) {
    return sendPage(notFoundPage, request, reply, { status: 404 });
  }
  return reply.redirect(page.path + (query ? `?${query}` : ''), 308);
}
