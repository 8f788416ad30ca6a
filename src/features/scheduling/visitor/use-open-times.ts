import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../../lib/http';
import type { OpenTimes } from '../call';

interface Reading {
  /** What was free when it was last heard; kept while it is asked again. */
  times: OpenTimes | undefined;
  /** Why the last question had no answer. */
  error: unknown;
  isAsking: boolean;
}

/**
 * The times that can be booked now, and what asks for them again. Not among the page's reads, which are
 * asked once: others book, too.
 */
export function useOpenTimes() {
  const [reading, setReading] = useState<Reading>({
    times: undefined,
    error: undefined,
    isAsking: true,
  });
  const newest = useRef(0);

  const refresh = useCallback(async () => {
    newest.current += 1;
    const own = newest.current;
    setReading((known) => ({ ...known, isAsking: true }));
    const found = await request<OpenTimes>('/api/scheduling/slots').then(
      (times) => ({ times, error: undefined }),
      (error: unknown) => ({ error }),
    );
    // Of two that were under way the later one knows better.
    if (own === newest.current) setReading((known) => ({ ...known, ...found, isAsking: false }));
  }, []);

  useEffect(() => void refresh(), [refresh]);

  return { ...reading, refresh };
}
