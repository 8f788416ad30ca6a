import type { Collection } from '../define-collection';

/** Singular and plural name of a list's items. */
export type Noun = readonly [one: string, several: string];

/** Returns what the items of a collection are called: "case study", "case studies". */
export const getNoun = ({ label, path }: Pick<Collection, 'label' | 'path'>): Noun => [
  label.toLowerCase(),
  path.replaceAll('-', ' '),
];
