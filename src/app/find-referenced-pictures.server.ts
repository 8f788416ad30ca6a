import type { Database } from '../db/database.server';
import { collections } from '../features/collections';
import { createCollectionStores } from '../features/collections.server';
import { picturesPath } from '../lib/picture-url';

const referencePattern = new RegExp(`${picturesPath}([\\da-f-]{36})`, 'g');

/**
 * Finds the ids of all pictures that the content refers to, in any field. Rejected: a list of the
 * picture fields. A new field that is missing in it would lose its pictures.
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
