import { renderToString } from 'react-dom/server';
import { collectionKey } from '../../collection-kit/queries';
import type { OnboardingPackage } from '../../features/packages/contract';
import { QueryCache, toUrl } from '../../lib/query-cache';
import { App } from '../App';
import { preloadPage } from '../page-component';
import { type DocumentParts, renderDocument } from './document.server';
import { buildStructuredData } from './structured-data.server';

interface RenderOptions extends Omit<DocumentParts, 'markup' | 'data' | 'structuredData'> {
  /** The URL's path, and its query string with the question mark. */
  path: string;
  search: string;
  /** Runs the page's queries. */
  preload: (queryCache: QueryCache) => Promise<void>;
}

/** Renders a page as a document, with the data that the browser hydrates it with. */
export async function renderPage(options: RenderOptions): Promise<string> {
  const { path, search, preload, ...parts } = options;
  const { serverPage, site, head } = parts;
  await preloadPage(serverPage.page);
  const queryCache = new QueryCache();
  await preload(queryCache);
  const markup = renderToString(
    <App site={site} queryCache={queryCache} ssrPath={path} ssrSearch={search} />,
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
