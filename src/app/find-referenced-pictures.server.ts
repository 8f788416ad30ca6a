import type { Database } from '../db/database.server';
import { collections } from '../features/collections';
import { createCollectionStores } from '../features/collections.server';
import { readSettingRows } from '../foundation/settings/owner-settings.server';
import { picturesPath } from '../lib/picture-url';

const referencePattern = new RegExp(`${picturesPath}([\\da-f-]{36})`, 'g');

/**
 * Finds the ids of all pictures that the content refers to, in any field. Rejected: a list of the
 * picture fields. A new field that is missing in it would lose its pictures.
 */
export async function findReferencedPictures(db: Database): Promise<ReadonlySet<string>> {
  const stores = createCollectionStores(db);
  const texts = [
    ...(await Promise.all(
      collections.map(async ({ path }) => JSON.stringify(await stores[path].list())),
    )),
    // Secrets are encrypted, and name no picture.
    ...(await readSettingRows(db)).map(({ value }) => value),
  ];
  return new Set(
    texts.flatMap((text) => [...text.matchAll(referencePattern)].map(([, id = '']) => id)),
  );
}
