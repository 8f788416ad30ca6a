import { useQuery } from '@tanstack/react-query';
import type { ContentCounts } from './content-counts';

/** The query key of the content counts, and with it their URL. */
export const contentCountsKey = ['/api', 'content-counts'] as const;

/** Reads how much content there is. */
export function useContentCounts() {
  return useQuery<ContentCounts>({ queryKey: contentCountsKey });
}
