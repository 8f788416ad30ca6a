import { useEffect, useState } from 'react';
import { usePersistentText } from '../../../lib/release-reload';
import type { LeadFilter } from './queries';

/** Debounce of the search. An empty search applies at once. */
const searchDelayMs = 250;

/** State of the search and the status filter. `applied` is the filter to query with. */
export function useLeadFilter() {
  const [searchText, setSearchText] = usePersistentText('search-leads');
  const [status, setStatus] = useState<LeadFilter['status']>('');
  const wanted = searchText.trim();
  const [q, setQ] = useState(wanted);

  useEffect(() => {
    const timer = setTimeout(setQ, wanted === '' ? 0 : searchDelayMs, wanted);
    return () => clearTimeout(timer);
  }, [wanted]);

  function clear() {
    setSearchText('');
    setStatus('');
  }

  const isActive = q !== '' || status !== '';
  return { searchText, setSearchText, status, setStatus, applied: { q, status }, isActive, clear };
}
