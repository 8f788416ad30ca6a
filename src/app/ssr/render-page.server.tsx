import { renderToString } from 'react-dom/server';
import { collectionKey } from '../../collection-kit/queries';
import type { OnboardingPackage } from '../../features/packages/contract';
import { QueryCache, toUrl } from '../../lib/query-cache';
import type { Site } from '../../lib/site';
import type { Page } from '../../routes/pages';
import { App } from '../App';
import { preloadPage } from '../page-component';
import { renderDocument } from './document.server';
import type { PageAssets } from './page-assets.server';
import { buildStructuredData } from './structured-data.server';

interface RenderOptions {
  page: Page;
  site: Site;
  /** The address's path, and its query with the question mark. */
  path: string;
  search: string;
  assets: PageAssets;
  /** Reads what the page is to be rendered with. */
  preload: (queryCache: QueryCache) => Promise<void>;
}

/** Renders a page with its data in it, as the browser will hydrate it. */
export async function renderPage({
  page,
  site,
  path,
  search,
  assets,
  preload,
}: RenderOptions): Promise<string> {
  await preloadPage(page);
  const queryCache = new QueryCache();
  await preload(queryCache);
  const markup = renderToString(
    <App site={site} queryCache={queryCache} ssrPath={path} ssrSearch={search} />,
  );
  const packages = queryCache.get(toUrl(collectionKey('packages')));
  return renderDocument({
    page,
    site,
    assets,
    markup,
    data: { site, reads: queryCache.entries() },
    structuredData: buildStructuredData(page, site, (packages ?? []) as OnboardingPackage[]),
  });
}
