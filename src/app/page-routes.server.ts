import type { QueryClient } from '@tanstack/react-query';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CollectionPath } from '../collections';
import { collectionKey } from '../collections/collection-queries';
import type { CollectionStore } from '../collections/collection-store.server';
import type { Api } from '../lib/api.server';
import type { Environment } from '../lib/environment.server';
import type { Site } from '../lib/site';
import { clientAssets } from './client-assets.server';
import { crawlerRoutes } from './crawler-routes.server';
import { isIndexed } from './page-head';
import { findPage, notFoundPage, type Page, pageFile, pages } from './pages';
import { renderPage } from './render.server';

interface Parts {
  environment: Environment;
  stores: Record<CollectionPath, CollectionStore>;
  clientDir: string;
}

/** What of the settings the browser may know. */
const siteOf = (environment: Environment): Site => ({
  name: environment.SITE_NAME,
  url: environment.SITE_URL,
  supportEmail: environment.SUPPORT_EMAIL,
  schedulingUrl: environment.SCHEDULING_URL ?? null,
});

interface SendOptions {
  status?: number;
  fill?: (client: QueryClient) => void;
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
export function pageSender({ environment, stores, clientDir }: Parts): SendPage {
  const assetsOf = clientAssets(clientDir);
  const site = siteOf(environment);

  const send = async (
    page: Page,
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, fill }: SendOptions = {},
  ) => {
    const [path = '/', query] = request.url.split('?', 2);
    const html = await renderPage({
      page,
      site,
      path,
      search: query ? `?${query}` : '',
      assets: assetsOf(pageFile(page)),
      fill: async (client) => {
        fill?.(client);
        await Promise.all(
          page.reads.map(async (list) => {
            try {
              client.setQueryData(collectionKey(list), await stores[list].list());
            } catch (error) {
              // The page goes without the list, and the browser asks for it once more itself.
              request.log.error({ err: error, list }, 'a list of the page could not be read');
            }
          }),
        );
      },
    });
    // In the header as well: it counts for who reads no further, and for HEAD.
    if (!isIndexed(page)) reply.header('X-Robots-Tag', 'noindex');
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', page.audience === 'private' ? 'no-store' : 'no-cache')
      .send(html);
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
