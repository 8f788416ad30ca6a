import type { Database } from '../../db/database.server';
import type { BaseItem } from '../kit/define-collection';
import { type BeforeRemove, CollectionStore } from '../kit/store.server';
import { type CollectionPath, type ItemAt, mapCollections } from './collections';

/** Hooks that other features run before an item of a collection is deleted. */
export type CollectionHooks = Partial<Record<CollectionPath, BeforeRemove>>;

export type CollectionStores = { [P in CollectionPath]: CollectionStore<ItemAt<P>> };

/** Creates the store of each collection, by its path. */
export const createCollectionStores = (db: Database, beforeRemove: CollectionHooks = {}) =>
  mapCollections<CollectionStores>(
    (collection) => new CollectionStore<BaseItem>(db, collection, beforeRemove[collection.path]),
  );

const modules = import.meta.glob<Record<string, unknown>[]>('./*/demo.server.ts', {
  eager: true,
  import: 'default',
});

/** The items that an empty database is filled with, by collection, in display order. */
export const demoContent = mapCollections<Record<CollectionPath, Record<string, unknown>[]>>(
  ({ path }) => modules[`./${path}/demo.server.ts`] ?? [],
);
