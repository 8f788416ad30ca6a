import { useQuery } from '@tanstack/react-query';
import type { FunnelPeriod, FunnelStep } from '../funnel-steps';

type StepCounts = Partial<Record<FunnelStep, number>>;

/** The response of the funnel API. */
export interface FunnelReport {
  days: { day: string; counts: StepCounts }[];
  sources: { source: string; counts: StepCounts }[];
}

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
