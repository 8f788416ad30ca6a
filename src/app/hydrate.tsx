import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { QueryCache } from '../lib/query-cache';
import { setRegion } from '../lib/region';
import { App } from './App';
import type { PageData } from './page-component';
import { trackScrollPositions } from './scroll-restoration';

/** Reads the data that the server embedded in the page. */
function readPageData(): PageData {
  const text = document.getElementById('page-data')?.textContent;
  if (!text) throw new Error('The page came without its data.');
  return JSON.parse(text) as PageData;
}

/**
 * Hydrates the page that the server rendered. Its component must be loaded, see
 * `page-component.ts`.
 * @param path the path of the URL that it was rendered for
 * @param search its query string
 */
export function hydrate(path: string, search: string): void {
  const data = readPageData();
  const queryCache = new QueryCache();
  for (const [url, result] of data.queries) queryCache.set(url, result);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page came without its root.');
  setRegion(data.site);
  trackScrollPositions();
  document.documentElement.dataset.live = '';
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App site={data.site} queryCache={queryCache} ssrPath={path} ssrSearch={search} />
      </StrictMode>,
    );
  });
}
