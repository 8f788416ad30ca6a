import { useQuery } from '@tanstack/react-query';
import type { CollectionCounts } from './collection-counts';
// Types only: reading a list in the browser needs no zod.
import type { CollectionPath, ItemAt } from './index';

/** The key, and so the address, of a collection's list. */
export const collectionKey = (path: CollectionPath) => ['/api', path] as const;

/** Reads a collection in display order. */
export function useCollection<P extends CollectionPath>(path: P) {
  return useQuery<ItemAt<P>[]>({ queryKey: collectionKey(path) });
}

/** The key, and so the address, of how much content there is. */
export const countsKey = ['/api', 'content-counts'] as const;

/** Reads how much content there is, without the content. */
export function useContentCounts() {
  return useQuery<CollectionCounts>({ queryKey: countsKey });
}
