import { type CollectionPath, mapCollections } from './collections';

const modules = import.meta.glob<Record<string, unknown>[]>('./*/demo.server.ts', {
  eager: true,
  import: 'default',
});

/** The items that an empty database is filled with, by collection, in display order. */
export const demoContent = mapCollections<Record<CollectionPath, Record<string, unknown>[]>>(
  ({ path }) => modules[`./${path}/demo.server.ts`] ?? [],
);
