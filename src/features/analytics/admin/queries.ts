import { useQuery } from '@tanstack/react-query';
import type { FunnelPeriod, FunnelStep } from '../funnel-steps';

type StepCounts = Partial<Record<FunnelStep, number>>;

/** What the server has counted. */
export interface FunnelReport {
  days: { day: string; counts: StepCounts }[];
  sources: { source: string; counts: StepCounts }[];
}

/** The counts of the last days. They grow by themselves, so each look asks again. */
export const useFunnel = (days: FunnelPeriod) =>
  useQuery<FunnelReport>({
    queryKey: ['/api', 'funnel', days],
    staleTime: 0,
    placeholderData: (previous) => previous,
  });
