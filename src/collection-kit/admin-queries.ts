import { useQuery } from '@tanstack/react-query';
import type { CollectionPath, ItemAt } from '../features/collections';
import type { ContentCounts } from '../features/content-counts/content-counts';
import { collectionKey } from './queries';

/** Reads a collection in display order, for who changes it. */
export function useAdminCollection<P extends CollectionPath>(path: P) {
  return useQuery<ItemAt<P>[]>({ queryKey: collectionKey(path) });
}

/** The key, and so the address, of how much content there is. */
export const contentCountsKey = ['/api', 'content-counts'] as const;

/** Reads how much content there is, without the content. */
export function useContentCounts() {
  return useQuery<ContentCounts>({ queryKey: contentCountsKey });
}
