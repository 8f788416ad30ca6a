import { useEffect, useRef, useState } from 'react';
import { Router, useLocation } from 'wouter';
import { trackPageView } from '../features/analytics/tracking/track-page-view';
import { isOffline } from '../lib/is-offline';
import { useSite } from '../lib/site';
import { findPage } from '../routes/pages';
import { focusHeading } from '../ui/focus-heading';
import { offlineNotice, useToast } from '../ui/toast';
import { getPageComponent, preloadPage } from './page-component';
import { updateHead } from './page-head';
import {
  loadDocument,
  recordShownPage,
  restoreScrollPosition,
  restoreUrl,
} from './scroll-restoration';
import { useFrozenSearch } from './use-frozen-search';

/**
 * The page that the address names. On the way to another one the old page stays until the new one's
 * code has arrived, and keeps its own query: nothing blinks, and nothing is read for it anew.
 */
export function CurrentPage() {
  const [pathname] = useLocation();
  const site = useSite();
  const toast = useToast();
  const target = findPage(pathname);
  const [page, setPage] = useState(target);
  const lastShownPage = useRef(page);
  const searchHook = useFrozenSearch(target !== page);

  useEffect(() => {
    if (target === page) return;
    let isCancelled = false;
    /** Its code can't be had (offline, a new release): the server answers the address as well. */
    const leaveForServer = async () => {
      const isUnreachable = await isOffline();
      if (isCancelled) return;
      // Offline, the browser's own error page would take the place of this one.
      if (isUnreachable && restoreUrl()) toast(offlineNotice);
      else loadDocument();
    };
    if (target.requiresFullLoad) void leaveForServer();
    else preloadPage(target).then(() => !isCancelled && setPage(target), leaveForServer);
    return () => {
      isCancelled = true;
    };
  }, [target, page, toast]);

  // What a full page load does by itself: name the page, start at its top, and let it be read from there.
  useEffect(() => {
    if (target !== page) return;
    if (lastShownPage.current === page) {
      recordShownPage();
      // It is reached from another page, though by a load of its own.
      if (page.requiresFullLoad) focusHeading();
      return;
    }
    lastShownPage.current = page;
    updateHead(page, site);
    restoreScrollPosition();
    focusHeading();
  }, [pathname, target, page, site]);

  // After the title is the page's own.
  const trackedPage = useRef<typeof page>(undefined);
  useEffect(() => {
    if (trackedPage.current === page) return;
    trackedPage.current = page;
    if (page.isTracked) trackPageView(site);
  }, [page, site]);

  const Page = getPageComponent(page);
  return (
    <Router searchHook={searchHook}>
      <Page />
    </Router>
  );
}
