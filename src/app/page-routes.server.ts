import type { FastifyReply, FastifyRequest } from 'fastify';
import { mailOffBecause } from '../features/mail/mailer.server';
import { trackingOf } from '../features/tracking/tracking-settings.server';
import type { Answer, AnswerCache } from '../lib/answer-cache.server';
import type { Api } from '../lib/api.server';
import { sendCached } from '../lib/cached-reply.server';
import type { Environment } from '../lib/environment.server';
import { AppError } from '../lib/errors';
import { addressOf, type Reads } from '../lib/reads';
import type { Site } from '../lib/site';
import type { Turns } from '../lib/turns.server';
import { clientAssets } from './client-assets.server';
import { crawlerRoutes } from './crawler-routes.server';
import { isIndexed } from './page-head';
import { readsOf } from './page-reads.server';
import { findPage, notFoundPage, type Page, pageFile, pages } from './pages';
import { renderPage } from './render.server';

interface Parts {
  environment: Environment;
  clientDir: string;
  cache: AnswerCache;
  turns: Turns;
  /** What the API answers a visitor at an address. @throws when it can't */
  readApi: (address: string) => Promise<unknown>;
}

/** What of the settings the browser may know. */
const siteOf = (environment: Environment): Site => ({
  ...trackingOf(environment),
  name: environment.SITE_NAME,
  url: environment.SITE_URL,
  supportEmail: environment.SUPPORT_EMAIL,
  ...(mailOffBecause(environment) !== undefined && { isMailOff: true as const }),
  schedulingUrl: environment.SCHEDULING_URL ?? null,
});

interface SendOptions {
  status?: number;
  fill?: (reads: Reads) => void;
}

export interface SendPage {
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
export function pageSender({ environment, clientDir, cache, turns, readApi }: Parts): SendPage {
  const assetsOf = clientAssets(clientDir);
  const site = siteOf(environment);

  async function render(
    page: Page,
    address: { path: string; search: string },
    log: FastifyRequest['log'],
    fill?: SendOptions['fill'],
  ): Promise<Answer> {
    let complete = true;
    const html = await renderPage({
      page,
      site,
      ...address,
      assets: assetsOf(pageFile(page)),
      fill: async (reads) => {
        fill?.(reads);
        const addresses = readsOf(page).reads(address.search).map(addressOf);
        const answers = await Promise.allSettled(addresses.map(readApi));
        // In the page table's order, not in that of the answers: the same content is the same bytes.
        for (const [index, path] of addresses.entries()) {
          const read = answers[index];
          if (read?.status === 'fulfilled') {
            reads.put(path, read.value);
            continue;
          }
          // The page goes without it, and the browser asks for it once more itself.
          complete = false;
          const reason: unknown = read?.reason;
          // Logged where it failed, once for the whole outage.
          const isUnavailable = reason instanceof AppError && reason.code === 'unavailable';
          if (!isUnavailable)
            log.error({ err: reason, path }, 'what a page shows could not be read');
        }
        // Many may have what they need at the same moment, and each takes a few milliseconds.
        await turns.next();
      },
    });
    return { text: html, complete };
  }

  async function sendPublic(
    page: Page,
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
  ) {
    // Nothing else of the address reaches the render: what one visitor sends never shows to others.
    const path = page === notFoundPage ? '/404' : page.path;
    const search = readsOf(page).normalize?.(request.url.split('?', 2)[1] ?? '') ?? '';
    return sendCached(request, reply, {
      cache,
      key: path + search,
      type: 'text/html; charset=utf-8',
      status,
      of: 'pages',
      make: () => render(page, { path, search }, request.log),
    });
  }

  const send = async (
    page: Page,
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, fill }: SendOptions = {},
  ) => {
    // In the header as well: it counts for who reads no further, and for HEAD.
    if (!isIndexed(page)) reply.header('X-Robots-Tag', 'noindex');
    if (page.audience === 'public') return sendPublic(page, request, reply, status);
    // Its address may name an enquiry or a payment: the next page, and what measures there, is not told.
    reply.header('Referrer-Policy', 'strict-origin');
    const [path = '/', query] = request.url.split('?', 2);
    const address = { path, search: query ? `?${query}` : '' };
    const { text } = await render(page, address, request.log, fill);
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(text);
  };
  return Object.assign(send, { site });
}

/** The pages of the page table (those in `except` have routes of their own), and their listings. */
export function pageRoutes(api: Api, sendPage: SendPage, except: readonly string[]): void {
  crawlerRoutes(api, sendPage.site);
  for (const page of pages) {
    if (except.includes(page.path)) continue;
    api.get(page.path, { config: { access: 'public' }, schema: { hide: true } }, (request, reply) =>
      sendPage(page, request, reply),
    );
  }
}

/** Answers a GET for an address that no route knows: a page with a slash too many, or the 404 page. */
export async function sendUnknown(
  sendPage: SendPage,
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
