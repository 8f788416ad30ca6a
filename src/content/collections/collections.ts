import type { Item } from '../kit/define-collection';
import { caseStudies } from './case-studies/contract';
import { packages } from './packages/contract';
import { stats } from './stats/contract';
import { talents } from './talents/contract';

/** Every collection of the site. To add one, create its folder and add it here. */
export const collections = [stats, talents, caseStudies, packages] as const;

type AnyCollection = (typeof collections)[number];

/** Last segment of a collection's URL. */
export type CollectionPath = AnyCollection['path'];

/** The collection at a path. */
export type CollectionAt<P extends CollectionPath> = Extract<AnyCollection, { path: P }>;

/** An item of the collection at a path. */
export type ItemAt<P extends CollectionPath> = Item<CollectionAt<P>>;

/** Creates a value for each collection, by its path. `V` relates each path to its value's type. */
export const mapCollections = <V extends Record<CollectionPath, unknown>>(
  create: (collection: AnyCollection) => unknown,
): V =>
  // TypeScript can't relate each path to its value.
  Object.fromEntries(collections.map((collection) => [collection.path, create(collection)])) as V;
