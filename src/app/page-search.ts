import { type RefObject, useRef, useState } from 'react';
import { type BaseSearchHook, useRouter } from 'wouter';

/** A router's hook that returns the held query, or the address's own when none is held. */
function createSearchHook(
  useAddressSearch: BaseSearchHook,
  held: RefObject<string | null>,
): BaseSearchHook {
  return function usePageSearch(...options) {
    const search = useAddressSearch(...options);
    return held.current ?? search;
  };
}

/**
 * Keeps the shown page's own query for it while the address is another page's already. The page would
 * read the other query as its own: another tab, another talent, another payment.
 * @returns for the `Router` around the page: always the same, so that no change of it renders a page anew
 */
export function useHeldSearch(isLeaving: boolean): BaseSearchHook {
  const router = useRouter();
  const search = router.searchHook(router);
  const own = useRef(search);
  const held = useRef<string | null>(null);
  // While rendering, because the page is rendered right after with what these hold.
  if (!isLeaving) own.current = search;
  held.current = isLeaving ? own.current : null;
  const [searchHook] = useState(() => createSearchHook(router.searchHook, held));
  return searchHook;
}
