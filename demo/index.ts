import type { CollectionPath } from '../src/features/collections';
import { caseStudies } from './case-studies';
import type { NewItem } from './new-item';
import { packages } from './packages';
import { stats } from './stats';
import { talents } from './talents';

/** What an empty database is filled with, by the collection's path and in the order that the site shows. */
export const demoContent: { [P in CollectionPath]: NewItem<P>[] } = {
  stats,
  talents,
  'case-studies': caseStudies,
  packages,
};
