import type { QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { collectionKey } from '../collections/collection-queries';
import type { OnboardingPackage } from '../collections/packages/package';
import { createQueryClient } from '../lib/query';
import type { Site } from '../lib/site';
import { App } from './App';
import type { PageAssets } from './client-assets.server';
import { htmlDocument } from './document.server';
import { preloadPage } from './page-component';
import type { PageData } from './page-data';
import type { Page } from './pages';
import { structuredData } from './structured-data.server';

interface Request {
  page: Page;
  site: Site;
  /** The address's path, and its query with the question mark. */
  path: string;
  search: string;
  assets: PageAssets;
  /** Fills the queries that the page is to be rendered with. */
  fill: (client: QueryClient) => Promise<void>;
}

/**
 * What the queries hold, for the browser to go on from. By hand and not by the library's `dehydrate`: its
 * counterpart costs each visitor a kilobyte, and it writes down when things were read, so that the same
 * content would not give the same bytes.
 */
const queriesOf = (client: QueryClient): PageData['queries'] =>
  client
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }) =>
      data === undefined ? [] : [{ key: queryKey, data }],
    );

/** Renders a page with its data in it, as the browser will hydrate it. */
export async function renderPage({
  page,
  site,
  path,
  search,
  assets,
  fill,
}: Request): Promise<string> {
  await preloadPage(page);
  const client = createQueryClient();
  await fill(client);
  const markup = renderToString(
    <App site={site} client={client} ssrPath={path} ssrSearch={search} />,
  );
  const packages = client.getQueryData<OnboardingPackage[]>(collectionKey('packages')) ?? [];
  return htmlDocument({
    page,
    site,
    assets,
    markup,
    data: { site, queries: queriesOf(client) },
    structured: structuredData(page, site, packages),
  });
}
