// First, so that a component's own styles come after the shared ones.
import { ErrorBoundary } from '../ui/ErrorBoundary';
import '../ui/styles/styles';
import { Router } from 'wouter';
import { type QueryCache, QueryCacheProvider } from '../lib/query-cache';
import { type Site, SiteProvider } from '../lib/site';
import { ToastProvider } from '../ui/toast/toast';
import { CurrentPage } from './CurrentPage';

interface Props {
  site: Site;
  queryCache: QueryCache;
  /** The URL that the server renders and the browser hydrates. */
  ssrPath: string;
  ssrSearch: string;
}

/** The root component: the providers around the current page. */
export function App({ site, queryCache, ssrPath, ssrSearch }: Props) {
  return (
    <SiteProvider value={site}>
      <QueryCacheProvider value={queryCache}>
        <Router ssrPath={ssrPath} ssrSearch={ssrSearch}>
          <ToastProvider>
            <ErrorBoundary name="The page">
              <CurrentPage />
            </ErrorBoundary>
          </ToastProvider>
        </Router>
      </QueryCacheProvider>
    </SiteProvider>
  );
}
