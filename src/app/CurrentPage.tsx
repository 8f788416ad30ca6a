import { type RefObject, useEffect, useRef, useState } from 'react';
import { type BaseSearchHook, Router, useLocation, useRouter } from 'wouter';
import { trackPageView } from '../analytics/tracking/track-page-view';
import { isOffline } from '../lib/network/http-client';
import { useQueryCache } from '../lib/query-cache';
import { useSite } from '../lib/site';
import { findPage } from '../routes/pages';
import { ErrorBoundary } from '../ui/ErrorBoundary';
import { focusHeading } from '../ui/focus-heading';
import { offlineNotice, useToast } from '../ui/toast/toast';
import { getPageComponent, preloadPage } from './page-component';
import { updateHead } from './page-head';
import {
  loadDocument,
  recordShownPage,
  restoreScrollPosition,
  restoreUrl,
} from './scroll-restoration';

/** The hook returns the frozen query string, or the URL's own when none is frozen. */
function createSearchHook(
  useAddressSearch: BaseSearchHook,
  frozenSearch: RefObject<string | null>,
): BaseSearchHook {
  return function usePageSearch(...options) {
    const search = useAddressSearch(...options);
    return frozenSearch.current ?? search;
  };
}

/**
 * Freezes the shown page's query string while the URL is already another page's. Otherwise the old
 * page would read the new query string as its own: another tab, another talent, another payment.
 * @returns the search hook for the `Router` around the page; always the same one, so that it causes
 *   no render
 */
function useFrozenSearch(isLeaving: boolean): BaseSearchHook {
  const router = useRouter();
  const search = router.searchHook(router);
  const ownSearch = useRef(search);
  const frozenSearch = useRef<string | null>(null);
  // Assigned during the render, because the page reads them in the same render.
  if (!isLeaving) ownSearch.current = search;
  frozenSearch.current = isLeaving ? ownSearch.current : null;
  const [searchHook] = useState(() => createSearchHook(router.searchHook, frozenSearch));
  return searchHook;
}

/**
 * Shows the page at the current URL. During a navigation the old page stays, with its own query
 * string, until the code of the new page is loaded.
 */
export function CurrentPage() {
  const [pathname] = useLocation();
  const site = useSite();
  const toast = useToast();
  const queryCache = useQueryCache();
  const target = findPage(pathname);
  const { contentUrl = '' } = target;
  const [page, setPage] = useState(target);
  const lastShownPage = useRef(page);
  const searchHook = useFrozenSearch(target !== page);

  useEffect(() => {
    if (target === page) return;
    let isCancelled = false;
    /**
     * For pages that need a full load, and when the code can't be loaded (offline, or a new
     * release).
     */
    const leaveForServer = async () => {
      const isUnreachable = await isOffline();
      if (isCancelled) return;
      // Offline, the browser would replace this page with its own error page.
      if (isUnreachable && restoreUrl()) toast(offlineNotice);
      else loadDocument();
    };
    // The scripts of analytics platforms must not see the admin area, nor an address that belongs to
    // one visitor: a document that may run them shows no other pages.
    const isOtherDocument = site.tracking && target.isTracked !== page.isTracked;
    if (target.requiresFullLoad || isOtherDocument) void leaveForServer();
    else {
      const loads = [preloadPage(target), contentUrl && queryCache.load(contentUrl)];
      Promise.all(loads).then(() => !isCancelled && setPage(target), leaveForServer);
    }
    return () => {
      isCancelled = true;
    };
  }, [target, page, site, toast, queryCache, contentUrl]);

  // Does what a full page load does by itself: title, scroll position and focus.
  useEffect(() => {
    if (target !== page) return;
    if (lastShownPage.current === page) {
      recordShownPage();
      // It was opened from another page of the site, so the focus moves as in a navigation.
      if (page.requiresFullLoad) focusHeading();
      return;
    }
    lastShownPage.current = page;
    updateHead(page, site, queryCache.get(contentUrl) as { title?: string } | undefined);
    restoreScrollPosition();
    focusHeading();
  }, [pathname, target, page, site, queryCache, contentUrl]);

  // After the effect above, so that the platforms get the new title.
  const trackedPage = useRef<typeof page>(undefined);
  useEffect(() => {
    if (trackedPage.current === page) return;
    trackedPage.current = page;
    if (page.isTracked) trackPageView(site);
  }, [page, site]);

  const Page = getPageComponent(page);
  return (
    <Router searchHook={searchHook}>
      <ErrorBoundary key={page.path} name="The page">
        <Page />
      </ErrorBoundary>
    </Router>
  );
}
