import type { Collection } from './define-collection';

/** "case-studies" and "Case study" as `CaseStudies` and `CaseStudy`. */
const toPascalCase = (words: string) =>
  words
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/**
 * Derives the nouns of a collection's operation ids, such as `listCaseStudies` and `createCaseStudy`.
 * They come from what the registry holds anyway, so that a new collection's operations have names too.
 */
export const getOperationNames = ({ path, label }: Pick<Collection, 'path' | 'label'>) => ({
  plural: toPascalCase(path),
  singular: toPascalCase(label),
});
