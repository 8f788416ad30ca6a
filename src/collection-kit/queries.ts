// Types only: reading a list in the browser needs no zod.
import type { CollectionPath, ItemAt } from '../features/collections';
import { useQuery } from '../lib/query-cache';

/** The key, and so the address, of a collection's list. */
export const collectionKey = (path: CollectionPath) => ['/api', path] as const;

/** Reads a collection in display order. */
export const useCollection = <P extends CollectionPath>(path: P) =>
  useQuery<ItemAt<P>[]>(collectionKey(path));
