import { renderToString } from 'react-dom/server';
import { collectionKey } from '../../collection-kit/queries';
import type { OnboardingPackage } from '../../features/packages/contract';
import { QueryCache, toUrl } from '../../lib/query-cache';
import type { Site } from '../../lib/site';
import type { ServerPage } from '../../routes/page.server';
import { App } from '../App';
import { preloadPage } from '../page-component';
import { renderDocument } from './document.server';
import type { PageHead } from './head-tags.server';
import type { PageAssets } from './page-assets.server';
import type { PreviewStrip } from './preview.server';
import { buildStructuredData } from './structured-data.server';

interface RenderOptions {
  serverPage: ServerPage;
  site: Site;
  head: PageHead;
  /** The URL's path, and its query string with the question mark. */
  path: string;
  search: string;
  assets: PageAssets;
  /** Runs the page's queries. */
  preload: (queryCache: QueryCache) => Promise<void>;
  previewStrip?: PreviewStrip | undefined;
}

/** Renders a page as a document, with the data that the browser hydrates it with. */
export async function renderPage({
  serverPage,
  site,
  head,
  path,
  search,
  assets,
  preload,
  previewStrip,
}: RenderOptions): Promise<string> {
  await preloadPage(serverPage.page);
  const queryCache = new QueryCache();
  await preload(queryCache);
  const markup = renderToString(
    <App site={site} queryCache={queryCache} ssrPath={path} ssrSearch={search} />,
  );
  const packages = queryCache.get(toUrl(collectionKey('packages')));
  return renderDocument({
    serverPage,
    site,
    head,
    assets,
    markup,
    data: { site, queries: queryCache.entries() },
    structuredData: buildStructuredData(serverPage, {
      site,
      packages: (packages ?? []) as OnboardingPackage[],
      description: head.description ?? '',
    }),
    previewStrip,
  });
}
