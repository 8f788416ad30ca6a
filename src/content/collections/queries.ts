import { useQuery } from '../../lib/query-cache';
import { collectionKey } from '../kit/queries';
// Types only, so that reading a list in the browser does not load zod.
import type { CollectionPath, ItemAt } from './collections';

/** Reads a collection in display order, on the public pages. */
export const useCollection = <P extends CollectionPath>(path: P) =>
  useQuery<ItemAt<P>[]>(collectionKey(path));
