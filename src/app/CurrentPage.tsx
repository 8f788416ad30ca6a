import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSite } from '../lib/site';
import { pageComponent, preloadPage } from './page-component';
import { updateHead } from './page-head';
import { findPage } from './pages';

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

  // What a full page load does by itself: name the page, and start at its top.
  useEffect(() => {
    if (first.current === page) return;
    first.current = page;
    updateHead(page, site);
    if (location.hash === '') scrollTo(0, 0);
  }, [page, site]);

  const Page = pageComponent(page);
  return <Page />;
}
