import { type RefObject, useRef, useState } from 'react';
import { type BaseSearchHook, useRouter } from 'wouter';

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
export function useFrozenSearch(isLeaving: boolean): BaseSearchHook {
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
