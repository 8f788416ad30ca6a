import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  buildListPath,
  isFiltered,
  type LeadFilter,
  listPath,
  noFilter,
  parseLeadFilter,
} from './lead-filter';

/** Debounce of the search. An empty search applies at once. */
const searchDelayMs = 250;

/** The list's filter and view, which are in the URL, and the text of the search field. */
export function useLeadFilter() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const applied = parseLeadFilter(search);
  const view: 'board' | 'table' =
    new URLSearchParams(search).get('view') === 'board' ? 'board' : 'table';
  const [searchText, setSearchText] = useState(applied.q);
  const latest = useRef({ applied, view, navigate });
  useEffect(() => {
    latest.current = { applied, view, navigate };
  });

  // Back and forward change the URL without the field.
  useEffect(() => {
    setSearchText((text) => (text.trim() === applied.q ? text : applied.q));
  }, [applied.q]);

  const wanted = searchText.trim();
  // Not while the next page loads, when the URL is that page's already.
  const isShown = path === listPath;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(
      () => {
        const { applied, view, navigate } = latest.current;
        if (wanted === applied.q) return;
        navigate(buildListPath({ ...applied, q: wanted }, view), { replace: true });
      },
      wanted === '' ? 0 : searchDelayMs,
    );
    return () => clearTimeout(timer);
  }, [wanted, isShown]);

  return {
    applied,
    view,
    searchText,
    setSearchText,
    isActive: isFiltered(applied),
    /** Changes parts of the filter. */
    change: (part: Partial<LeadFilter>) =>
      navigate(buildListPath({ ...applied, ...part }, view), { replace: true }),
    clear() {
      setSearchText('');
      navigate(buildListPath({ ...noFilter, sort: applied.sort }, view), { replace: true });
    },
  } as const;
}
