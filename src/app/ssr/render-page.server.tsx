import { renderToString } from 'react-dom/server';
import type { OnboardingPackage } from '../../content/collections/packages/contract';
import { collectionKey } from '../../content/kit/queries';
import { QueryCache, QueryCacheProvider, toUrl } from '../../lib/query-cache';
import { type Site, SiteProvider } from '../../lib/site';
import type { Page } from '../../routes/page';
import type { ServerPage } from '../../routes/page.server';
import { App } from '../App';
import { getPageComponent, type PageData, preloadPage } from '../page-component';
import { type PageHead, renderHeadTags } from './head-tags.server';
import type { PageAssets } from './page-assets.server';
import type { PreviewStrip } from './preview.server';
import { buildStructuredData } from './structured-data.server';

interface DocumentParts {
  serverPage: ServerPage;
  site: Site;
  head: PageHead;
  assets: PageAssets;
  markup: string;
  data: PageData;
  structuredData: object | null;
  previewStrip?: PreviewStrip | undefined;
}

/** Serializes JSON for a script element: nothing in it can close the element. */
const serializeForScript = (data: unknown): string => JSON.stringify(data).replace(/</g, '\\u003c');

/**
 * The notice over a page whose code could not be loaded: offline, or in the middle of a release.
 * Styles show it, because there may be no script that could (`base.css`). After the page, so that
 * the link that skips the navigation stays the first one.
 */
const notLoadedNotice =
  '<p id="not-loaded" role="status">Part of this page could not be loaded. You may be offline, or the site is being updated. <a href="">Reload</a></p>';

/** Renders the whole HTML document of a page. */
function renderDocument({
  serverPage,
  site,
  head: pageHead,
  assets,
  markup,
  data,
  structuredData,
  previewStrip,
}: DocumentParts): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    ...renderHeadTags(serverPage, site, pageHead),
    // Preloads the fonts of the headline and of the text. Usually they arrive before the first
    // paint, which then does not lay out the fallback fonts, a third of its work. On a slow
    // connection the first paint is 50 ms later (1.49 s instead of 1.44 s), and the text has its
    // final font 0.5 s earlier.
    '<link rel="preload" href="/fonts/special-gothic-headings.woff2" as="font" type="font/woff2" crossorigin>',
    '<link rel="preload" href="/fonts/instrument-sans-var.woff2" as="font" type="font/woff2" crossorigin>',
    ...assets.styles,
    ...(serverPage.staticStyles ? [] : assets.scripts),
    ...(previewStrip ? [previewStrip.head] : []),
    // Data, not code: the Content-Security-Policy does not apply to it.
    ...(structuredData
      ? [`<script type="application/ld+json">${serializeForScript(structuredData)}</script>`]
      : []),
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${head.join('')}</head>`,
    `<body>${previewStrip?.body ?? ''}<div id="root">${markup}</div>`,
    previewStrip || serverPage.staticStyles ? '' : notLoadedNotice,
    serverPage.staticStyles
      ? '</body>'
      : `<script type="application/json" id="page-data">${serializeForScript(data)}</script></body>`,
    '</html>',
  ].join('\n');
}

interface StaticPageProps {
  page: Page;
  site: Site;
  queryCache: QueryCache;
}

interface RenderOptions extends Omit<DocumentParts, 'markup' | 'data' | 'structuredData'> {
  /** The URL's path, and its query string with the question mark. */
  path: string;
  search: string;
  /** Runs the page's queries. */
  preload: (queryCache: QueryCache) => Promise<void>;
}

/** A page without scripts: the site's other pages don't know it, and it has no links of theirs. */
function StaticPage({ page, site, queryCache }: StaticPageProps) {
  const Page = getPageComponent(page);
  return (
    <SiteProvider value={site}>
      <QueryCacheProvider value={queryCache}>
        <Page />
      </QueryCacheProvider>
    </SiteProvider>
  );
}

/** Renders a page as a document, with the data that the browser hydrates it with. */
export async function renderPage(options: RenderOptions): Promise<string> {
  const { path, search, preload, ...parts } = options;
  const { serverPage, site, head } = parts;
  await preloadPage(serverPage.page);
  const queryCache = new QueryCache();
  await preload(queryCache);
  const markup = renderToString(
    serverPage.staticStyles ? (
      <StaticPage page={serverPage.page} site={site} queryCache={queryCache} />
    ) : (
      <App site={site} queryCache={queryCache} ssrPath={path} ssrSearch={search} />
    ),
  );
  const packages = queryCache.get(toUrl(collectionKey('packages')));
  return renderDocument({
    ...parts,
    markup,
    data: { site, queries: queryCache.entries() },
    structuredData: buildStructuredData(serverPage, {
      site,
      packages: (packages ?? []) as OnboardingPackage[],
      description: head.description ?? '',
    }),
  });
}
