import type { Database } from '../db/database.server';
import { collections } from '../features/collections';
import { createCollectionStores } from '../features/collections.server';
import { readSettingRows } from '../foundation/settings/owner-settings.server';
import { picturesPath } from '../lib/picture-url';

const idPattern = `${picturesPath}([\\da-f-]{36})`;
const referencePattern = new RegExp(idPattern, 'g');
/** Matches the logo of a case study and the logos of the home page, also in unpublished changes. */
const logoPattern = new RegExp(`"(?:clientLogo|picture)":"${idPattern}"`, 'g');

/** Finds the ids of pictures in the JSON of the content. */
async function findIds(db: Database, pattern: RegExp): Promise<ReadonlySet<string>> {
  const stores = createCollectionStores(db);
  const texts = [
    ...(await Promise.all(
      collections.map(async ({ path }) => JSON.stringify(await stores[path].list())),
    )),
    // Secrets are encrypted, and name no picture.
    ...(await readSettingRows(db)).map(({ value }) => value),
  ];
  return new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, id = '']) => id)));
}

/**
 * Finds the ids of all pictures that the content refers to, in any field. Rejected: a list of the
 * picture fields. A new field that is missing in it would lose its pictures.
 */
export const findReferencedPictures = (db: Database): Promise<ReadonlySet<string>> =>
  findIds(db, referencePattern);

/** Finds the ids of all pictures that the content shows as logos. */
export const findReferencedLogos = (db: Database): Promise<ReadonlySet<string>> =>
  findIds(db, logoPattern);
