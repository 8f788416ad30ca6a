import {
  type BeforeRemove,
  type CollectionStore,
  createCollectionStore,
} from '../collection-kit/store.server';
import type { Database } from '../db/database.server';
import { type CollectionPath, collections, type ItemAt } from './collections';

/** Hooks that other features run before an item of a collection is deleted. */
export type CollectionHooks = Partial<Record<CollectionPath, BeforeRemove>>;

export type CollectionStores = { [P in CollectionPath]: CollectionStore<ItemAt<P>> };

/** Creates the store of each collection, by its path. */
export const createCollectionStores = (db: Database, beforeRemove: CollectionHooks = {}) =>
  Object.fromEntries(
    collections.map((collection) => [
      collection.path,
      createCollectionStore<ItemAt<CollectionPath>>(db, collection, beforeRemove[collection.path]),
    ]),
    // TypeScript can't relate each path to its store here.
  ) as CollectionStores;
