import { useEffect, useRef, useState } from 'react';
import { Router, useLocation } from 'wouter';
import { pageOpened } from '../features/tracking/open-page';
import { isOffline } from '../lib/connection';
import { focusHeading } from '../lib/focus-heading';
import { useSite } from '../lib/site';
import { offlineNotice, useToast } from '../ui/toast';
import { pageComponent, preloadPage } from './page-component';
import { updateHead } from './page-head';
import { useHeldSearch } from './page-search';
import { findPage, isMeasured } from './pages';
import { keepScrolling, loadDocument, restoreAddress, scrollNewPage } from './scroll-positions';

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
  const first = useRef(page);
  const searchHook = useHeldSearch(target !== page);

  useEffect(() => {
    if (target === page) return;
    let overtaken = false;
    /** Its code can't be had (offline, a new release): the server answers the address as well. */
    const leave = async () => {
      const offline = await isOffline();
      if (overtaken) return;
      // Offline, the browser's own error page would take the place of this one.
      if (offline && restoreAddress()) toast(offlineNotice);
      else loadDocument();
    };
    if (target.ownDocument) void leave();
    else preloadPage(target).then(() => !overtaken && setPage(target), leave);
    return () => {
      overtaken = true;
    };
  }, [target, page, toast]);

  // What a full page load does by itself: name the page, start at its top, and let it be read from there.
  useEffect(() => {
    if (target !== page) return;
    if (first.current === page) {
      keepScrolling();
      // It is reached from another page, though by a load of its own.
      if (page.ownDocument) focusHeading();
      return;
    }
    first.current = page;
    updateHead(page, site);
    scrollNewPage();
    focusHeading();
  }, [pathname, target, page, site]);

  // After the title is the page's own.
  const measured = useRef<typeof page>(undefined);
  useEffect(() => {
    if (measured.current === page) return;
    measured.current = page;
    if (isMeasured(page)) pageOpened(site);
  }, [page, site]);

  const Page = pageComponent(page);
  return (
    <Router searchHook={searchHook}>
      <Page />
    </Router>
  );
}
