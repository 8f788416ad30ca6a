import { useQuery } from '@tanstack/react-query';
import type { ContentCounts } from './contract';

/** Query key of the content counts. Their URL is built from it. */
export const contentCountsKey = ['/api', 'content-counts'] as const;

/** Reads the content counts. */
export function useContentCounts() {
  return useQuery<ContentCounts>({ queryKey: contentCountsKey });
}
