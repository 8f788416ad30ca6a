export { leadExample as sampleLead } from '../../src/leads/contract';

import { type CollectionPath, collections } from '../../src/content/collections/collections';

/** A valid new item for each collection, with every field filled in. */
export const sampleItems = Object.fromEntries(
  collections.map(({ path, example }): [CollectionPath, Record<string, unknown>] => [
    path,
    example,
  ]),
) as Record<CollectionPath, Record<string, unknown>>;
