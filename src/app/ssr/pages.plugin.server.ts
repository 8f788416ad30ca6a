import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getTrackingSources } from '../../analytics/tracking/tracking-settings.server';
import {
  createPreviewSources,
  getPublicSources,
  type PageSources,
} from '../../content/page-sources.server';
import type { PageName } from '../../content/pages/contract';
import type { PageContents } from '../../content/pages/page-contents.server';
import { isSignedIn } from '../../foundation/auth/require-admin.server';
import { definePlugin } from '../../foundation/environment/define-plugin.server';
import { undocumentedRoute } from '../../http/api.server';
import type { RenderedResponse } from '../../http/response-cache.server';
import { createSecurityHeaders } from '../../http/security-headers.server';
import { sendCached } from '../../http/send-cached.server';
import { AppError } from '../../lib/errors';
import { type QueryCache, toUrl } from '../../lib/query-cache';
import { trimSlashes } from '../../lib/trim-slashes';
import { buildProposalPath } from '../../proposals/proposal';
import type { SendPageOptions, ServerPage } from '../../routes/page.server';
import { findPage, notFoundPage } from '../../routes/pages';
import { notFoundServerPage, serverPages } from '../../routes/pages.server';
import type { PublicFilesOptions } from '../public-files.plugin.server';
import type { PageHead } from './head-tags.server';
import { createPageAssetLookup, type FindPageAssets } from './page-assets.server';
import {
  type PreviewStrip,
  readPreviewToken,
  renderPreviewStrip,
  toStillDocument,
} from './preview.server';
import { renderPage } from './render-page.server';
import { toSite } from './site.server';

export interface PagesOptions extends PublicFilesOptions {
  /** By default in the manifest of the browser bundle. */
  findPageAssets?: FindPageAssets;
}

/** Returns what search engines and link previews show of a page: the owner's texts, or the page's own. */
function getPageHead(
  { pageContents }: Pick<PageSources, 'pageContents'>,
  serverPage: ServerPage,
  search: string,
): PageHead {
  const { content } = serverPage;
  const seo = content && pageContents.blocks[content].seo;
  const { isDemo } = pageContents;
  return {
    title: seo?.title,
    description: seo?.description ?? serverPage.description,
    sharePicture:
      serverPage.getSharePicture?.(search) ??
      seo?.sharePicture ??
      pageContents.blocks.home.seo.sharePicture,
    drawing: !isDemo ? 'site' : content === 'talent' ? 'talent' : 'home',
  };
}

interface RenderOptions {
  path: string;
  search: string;
  data?: SendPageOptions['data'];
  /** For a preview: replaces the public sources, and adds a strip above the page. */
  preview?: { sources: PageSources; strip?: PreviewStrip };
}

function createPageRenderer(app: FastifyInstance, options: PagesOptions) {
  const { scheduler, outages } = app;
  const { environment, clientDir, findPageAssets = createPageAssetLookup(clientDir) } = options;

  /**
   * Runs queries, and caches the results in the order of the queries: the same content must give
   * the same bytes.
   * @returns whether all succeeded
   */
  async function runQueries(
    queries: ReturnType<ServerPage['listQueries']>,
    sources: PageSources,
    queryCache: QueryCache,
  ): Promise<boolean> {
    const results = await Promise.allSettled(queries.map(({ read }) => read(sources, app)));
    for (const [index, { key }] of queries.entries()) {
      const url = toUrl(key);
      const result = results[index];
      if (result?.status === 'fulfilled') {
        queryCache.set(url, result.value);
        continue;
      }
      // The page is sent without it, and the browser tries again. An outage is logged once, not per
      // page.
      const report = outages.createReporter('the data of a page could not be read', { path: url });
      report(result?.reason);
    }
    return results.every(({ status }) => status === 'fulfilled');
  }

  return async (
    serverPage: ServerPage,
    { path, search, data, preview }: RenderOptions,
  ): Promise<RenderedResponse> => {
    let isComplete = true;
    const sources = preview?.sources ?? getPublicSources(app);
    const site = preview ? toSite(environment, sources.pageContents.site) : app.site;
    const text = await renderPage({
      serverPage,
      // Without tracking: the link is not for the platforms.
      site: preview ? { ...site, tracking: undefined } : site,
      path,
      search,
      head: getPageHead(sources, serverPage, search),
      assets: await findPageAssets(serverPage.staticStyles ?? [serverPage.file]),
      preload: async (queryCache) => {
        const ownData = { ...serverPage.getSettings?.(environment), ...data };
        for (const [key, value] of Object.entries(ownData)) queryCache.set(key, value);
        isComplete = await runQueries(serverPage.listQueries(search, site), sources, queryCache);
        // The data of many pages may arrive at the same time, and each takes a few milliseconds to
        // render.
        await scheduler.waitForSlice();
      },
      previewStrip: preview?.strip,
    });
    return { text, isComplete };
  };
}

type PageRenderer = ReturnType<typeof createPageRenderer>;

/** Creates the function that renders a page, or takes it from the cache, and sends it. */
function createPageSender(app: FastifyInstance, render: PageRenderer, options: PagesOptions) {
  const { db, environment } = options;

  const readSearch = ({ normalizeSearch }: ServerPage, { url }: FastifyRequest) =>
    normalizeSearch?.(url.split('?', 2)[1] ?? '', app.site) ?? '';

  function sendPublic(serverPage: ServerPage, reply: FastifyReply, status: number) {
    const { request } = reply;
    // The page sees only these parts of the URL, so a cached page never shows one visitor's input
    // to others.
    const path = serverPage === notFoundServerPage ? '/404' : serverPage.page.path;
    const search = readSearch(serverPage, request);
    return sendCached(request, reply, {
      key: path + search,
      type: 'text/html; charset=utf-8',
      status,
      cacheName: 'pages',
      render: () => render(serverPage, { path, search }),
    });
  }

  /** Sends a public page with an item that visitors do not see yet. Never cached. */
  async function sendPreview(serverPage: ServerPage, reply: FastifyReply, token: string) {
    const { request } = reply;
    reply.headers({
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      'Referrer-Policy': 'no-referrer',
    });
    const preview = await app.findPreview(token);
    const isAdmin = await isSignedIn(request, { db, environment });
    const { text } = await render(serverPage, {
      path: serverPage.page.path,
      search: readSearch(serverPage, request),
      preview: { sources: preview.sources, strip: renderPreviewStrip(preview, isAdmin) },
    });
    return reply.type('text/html; charset=utf-8').send(text);
  }

  return async (
    serverPage: ServerPage,
    reply: FastifyReply,
    { status = 200, data }: SendPageOptions = {},
  ) => {
    const { audience, page } = serverPage;
    const previewToken = readPreviewToken(reply.request.url);
    if (audience === 'public' && page.isIndexed && previewToken !== undefined) {
      return sendPreview(serverPage, reply, previewToken);
    }
    // Also as a header, for HEAD requests and for crawlers that do not parse the document.
    if (!page.isIndexed) reply.header('X-Robots-Tag', 'noindex');
    if (audience === 'public') return sendPublic(serverPage, reply, status);
    // The URL may contain the id of a lead or a payment, which must not leak to other sites.
    reply.header('Referrer-Policy', 'strict-origin');
    const [path = '/', query] = reply.request.url.split('?', 2);
    const { text } = await render(serverPage, { path, search: query ? `?${query}` : '', data });
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .send(text);
  };
}

/** Creates the function that renders a page with other texts, for the owner's forms. */
function createTextPreview(app: FastifyInstance, render: PageRenderer) {
  return async (name: PageName, pageContents: PageContents): Promise<string> => {
    const serverPage = serverPages.find(({ content }) => content === name);
    if (!serverPage) throw new Error(`No page shows the texts of ${name}.`);
    const { text } = await render(serverPage, {
      path: serverPage.page.path,
      search: '',
      preview: { sources: createPreviewSources(pageContents, app.collectionSnapshots) },
    });
    return toStillDocument(text);
  };
}

/**
 * Returns the path that was intended by an unknown one: a page's own with trailing slashes, or a
 * proposal's with anything behind it. The 404 page would send a proposal's address to the platforms.
 */
function findIntendedPath(path: string): string | undefined {
  const token = /^\/proposal\/+([^/]+)/.exec(path)?.[1];
  if (token !== undefined) return buildProposalPath(token);
  if (findPage(path) === notFoundPage || /^\/{2}/.test(path)) return undefined;
  const trimmed = trimSlashes(path);
  return trimmed === path ? undefined : trimmed;
}

/** Redirects to the intended page; otherwise sends the 404 page. */
async function redirectOrSendNotFound(request: FastifyRequest, reply: FastifyReply) {
  const [path = '/', query] = request.url.split('?', 2);
  const intendedPath = findIntendedPath(path);
  if (intendedPath === undefined) return reply.sendPage(notFoundServerPage, { status: 404 });
  return reply.redirect(intendedPath + (query ? `?${query}` : ''), 308);
}

/** The pages, and the 404 responses of the whole site. */
export const pagesPlugin = definePlugin<PagesOptions>(
  {
    name: 'pages',
    dependencies: ['route-access', 'collections', 'page-contents', 'talents', 'previews'],
  },
  (app, options) => {
    const { environment } = options;
    let site = toSite(environment, app.pageContents.site);
    app.onContentChange(async () => {
      site = toSite(environment, app.pageContents.site);
    });
    app.decorate('site', { getter: () => site });
    const render = createPageRenderer(app, options);
    app.decorate('renderPagePreview', createTextPreview(app, render));
    const sendPage = createPageSender(app, render, options);
    // Only what a page loads itself: analytics scripts must not run in the admin area.
    const headersByPage = new Map(
      [...serverPages, notFoundServerPage].map((serverPage) => {
        const { page, getThirdPartySources = page.isTracked && getTrackingSources } = serverPage;
        const getSources = () => (getThirdPartySources ? getThirdPartySources(environment) : {});
        return [serverPage, createSecurityHeaders(app.settings, getSources)];
      }),
    );
    app.decorateReply('sendPage', function (serverPage, sendOptions) {
      this.headers(headersByPage.get(serverPage)?.() ?? {});
      return sendPage(serverPage, this, sendOptions);
    });
    for (const serverPage of serverPages) {
      const { page, moreRoutes = [], hasOwnRoute } = serverPage;
      if (hasOwnRoute) continue;
      for (const path of [page.path, ...moreRoutes]) {
        app.get(path, undocumentedRoute, (_, reply) => reply.sendPage(serverPage));
      }
    }
    app.setNotFoundHandler((request, reply) => {
      const isPage =
        ['GET', 'HEAD'].includes(request.method) && !/^\/api(\/|\?|$)/.test(request.url);
      if (isPage) return redirectOrSendNotFound(request, reply);
      throw new AppError('not_found', 'Not found');
    });
  },
);
