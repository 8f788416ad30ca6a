import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { pageOpened } from '../features/tracking/open-page';
import { useSite } from '../lib/site';
import { pageComponent, preloadPage } from './page-component';
import { updateHead } from './page-head';
import { findPage, isMeasured } from './pages';

/**
 * The page that the address names. On the way to another one the old page stays until the new one's
 * code has arrived: nothing blinks.
 */
export function CurrentPage() {
  const [pathname] = useLocation();
  const site = useSite();
  const target = findPage(pathname);
  const [page, setPage] = useState(target);
  const first = useRef(page);

  useEffect(() => {
    if (target === page) return;
    if (target.ownDocument) return location.reload();
    let overtaken = false;
    preloadPage(target).then(
      () => !overtaken && setPage(target),
      // Its code can't be had (a new release, a bad line): the server answers the address as well.
      () => !overtaken && location.reload(),
    );
    return () => {
      overtaken = true;
    };
  }, [target, page]);

  // What a full page load does by itself: name the page, start at its top, and hold the focus, which
  // has gone with the link that was followed.
  useEffect(() => {
    if (first.current === page) return;
    first.current = page;
    updateHead(page, site);
    if (location.hash === '') scrollTo(0, 0);
    if (document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [page, site]);

  // After the title is the page's own.
  const measured = useRef<typeof page>(undefined);
  useEffect(() => {
    if (measured.current === page) return;
    measured.current = page;
    if (isMeasured(page)) pageOpened(site);
  }, [page, site]);

  const Page = pageComponent(page);
  return <Page />;
}
