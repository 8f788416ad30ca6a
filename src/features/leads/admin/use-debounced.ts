import { useEffect, useState } from 'react';

/** `value` as it was when it last stood still for `delay` milliseconds. An emptied text counts at once. */
export function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
