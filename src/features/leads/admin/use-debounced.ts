import { useEffect, useState } from 'react';

/** `value` as it was when it last stood still for `delay` milliseconds. An emptied text counts at once. */
export function useDebounced(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
