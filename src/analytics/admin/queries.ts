import { useQuery } from '@tanstack/react-query';
import type { FunnelReport } from '../funnel-contract';
import type { FunnelPeriod } from '../funnel-steps';

/**
 * Queries the funnel counts of the last `days` days. Visitors change them all the time, so each
 * mount refetches.
 */
export const useFunnel = (days: FunnelPeriod) =>
  useQuery<FunnelReport>({
    queryKey: ['/api', 'funnel', days],
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
