import type { Database } from '../db/database.server';
import { collections } from '../features/collections';
import { createCollectionStores } from '../features/collections.server';
import { picturesPath } from '../lib/picture-url';

const referencePattern = new RegExp(`${picturesPath}([\\da-f-]{36})`, 'g');

/**
 * The ids of the pictures that the content refers to, in whatever field: a field that somebody adds
 * to a collection must not lose its pictures because a list of fields was forgotten.
 */
export async function findReferencedPictures(db: Database): Promise<ReadonlySet<string>> {
  const stores = createCollectionStores(db);
  const ids = new Set<string>();
  for (const { path } of collections) {
    const items = JSON.stringify(await stores[path].list());
    for (const [, id] of items.matchAll(referencePattern)) if (id) ids.add(id);
  }
  return ids;
}
