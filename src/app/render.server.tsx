import { renderToString } from 'react-dom/server';
import { collectionKey } from '../collections/collection-queries';
import type { OnboardingPackage } from '../collections/packages/package';
import { addressOf, Reads } from '../lib/reads';
import type { Site } from '../lib/site';
import { App } from './App';
import type { PageAssets } from './client-assets.server';
import { htmlDocument } from './document.server';
import { preloadPage } from './page-component';
import type { Page } from './pages';
import { structuredData } from './structured-data.server';

interface Request {
  page: Page;
  site: Site;
  /** The address's path, and its query with the question mark. */
  path: string;
  search: string;
  assets: PageAssets;
  /** Reads what the page is to be rendered with. */
  fill: (reads: Reads) => Promise<void>;
}

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
  const reads = new Reads();
  await fill(reads);
  const markup = renderToString(
    <App site={site} reads={reads} ssrPath={path} ssrSearch={search} />,
  );
  const packages = reads.get(addressOf(collectionKey('packages')));
  return htmlDocument({
    page,
    site,
    assets,
    markup,
    data: { site, reads: reads.entries() },
    structured: structuredData(page, site, (packages ?? []) as OnboardingPackage[]),
  });
}
