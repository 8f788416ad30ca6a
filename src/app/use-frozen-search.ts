import { type RefObject, useRef, useState } from 'react';
import { type BaseSearchHook, useRouter } from 'wouter';

/** A router's hook that returns the held query, or the address's own when none is held. */
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
 * Keeps the shown page's own query for it while the address is another page's already. The page would
 * read the other query as its own: another tab, another talent, another payment.
 * @returns for the `Router` around the page: always the same, so that no change of it renders a page anew
 */
export function useFrozenSearch(isLeaving: boolean): BaseSearchHook {
  const router = useRouter();
  const search = router.searchHook(router);
  const ownSearch = useRef(search);
  const frozenSearch = useRef<string | null>(null);
  // While rendering, because the page is rendered right after with what these hold.
  if (!isLeaving) ownSearch.current = search;
  frozenSearch.current = isLeaving ? ownSearch.current : null;
  const [searchHook] = useState(() => createSearchHook(router.searchHook, frozenSearch));
  return searchHook;
}
