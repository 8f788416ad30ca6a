import { useQuery } from '@tanstack/react-query';
// Types only: reading a list in the browser needs no zod.
import type { CollectionPath, ItemAt } from './index';

/** The key, and so the address, of a collection's list. */
export const collectionKey = (path: CollectionPath) => ['/api', path] as const;

/** Reads a collection in display order. */
export function useCollection<P extends CollectionPath>(path: P) {
  return useQuery<ItemAt<P>[]>({ queryKey: collectionKey(path) });
}
