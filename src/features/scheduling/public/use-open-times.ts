import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../../lib/http-client';
import type { OpenTimes } from '../call';

interface OpenTimesState {
  /** What was free when it was last heard; kept while it is asked again. */
  times: OpenTimes | undefined;
  /** Why the last question had no answer. */
  error: unknown;
  isLoading: boolean;
}

/**
 * The times that can be booked now, and what asks for them again. Not among the page's reads, which are
 * asked once: others book, too.
 */
export function useOpenTimes() {
  const [state, setState] = useState<OpenTimesState>({
    times: undefined,
    error: undefined,
    isLoading: true,
  });
  const latestRequestId = useRef(0);

  const refresh = useCallback(async () => {
    latestRequestId.current += 1;
    const requestId = latestRequestId.current;
    setState((previous) => ({ ...previous, isLoading: true }));
    const result = await request<OpenTimes>('/api/scheduling/slots').then(
      (times) => ({ times, error: undefined }),
      (error: unknown) => ({ error }),
    );
    // Of two that were under way the later one knows better.
    if (requestId === latestRequestId.current)
      setState((previous) => ({ ...previous, ...result, isLoading: false }));
  }, []);

  useEffect(() => void refresh(), [refresh]);

  return { ...state, refresh };
}
