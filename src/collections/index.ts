import { caseStudies } from './case-studies/case-study';
import type { Item } from './collection';
import { packages } from './packages/package';
import { stats } from './stats/stat';
import { talents } from './talents/talent';

/** Every collection of the site. A new one is one folder and one line here. */
export const collections = [stats, talents, caseStudies, packages] as const;

type AnyCollection = (typeof collections)[number];

/** The last segment of a collection's address. */
export type CollectionPath = AnyCollection['path'];

/** The collection at a path. */
export type CollectionAt<P extends CollectionPath> = Extract<AnyCollection, { path: P }>;

/** An item of the collection at a path. */
export type ItemAt<P extends CollectionPath> = Item<CollectionAt<P>>;
