import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createQueryClient } from '../lib/query';
import type { Site } from '../lib/site';
import { App } from './App';
import type { PageAssets } from './client-assets.server';
import { htmlDocument } from './document.server';
import { preloadPage } from './page-component';
import type { Page } from './pages';

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

/** Renders a page with its data in it, as the browser will hydrate it. */
export async function renderPage({ page, site, path, search, assets, fill }: Request): Promise<string> {
  await preloadPage(page);
  const client = createQueryClient();
  await fill(client);
  const markup = renderToString(
    <App site={site} client={client} ssrPath={path} ssrSearch={search} />,
  );
  return htmlDocument({ page, site, assets, markup, data: { site, queries: dehydrate(client) } });
}
