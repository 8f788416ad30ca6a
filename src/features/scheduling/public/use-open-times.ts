import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../../lib/http-client';
import type { OpenTimes } from '../contract';

interface OpenTimesState {
  /** Result of the last successful request. It stays available during a refetch. */
  times: OpenTimes | undefined;
  error: unknown;
  isLoading: boolean;
}

/**
 * Loads the available times, with a function to refetch them. Not in the page's query cache, which
 * never refetches: other visitors book too.
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
    // Ignore responses to outdated requests.
    if (requestId === latestRequestId.current)
      setState((previous) => ({ ...previous, ...result, isLoading: false }));
  }, []);

  useEffect(() => void refresh(), [refresh]);

  return { ...state, refresh };
}
