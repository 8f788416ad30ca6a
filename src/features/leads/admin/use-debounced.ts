import { useEffect, useState } from 'react';

/**
 * Returns `value`, updated after it has not changed for `delayMs`. An empty value applies at once.
 */
export function useDebounced(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
