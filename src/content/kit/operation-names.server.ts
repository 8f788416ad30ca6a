import type { Collection } from './define-collection';

/** Converts "case-studies" to `CaseStudies` and "Case study" to `CaseStudy`. */
const toPascalCase = (words: string) =>
  words
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** Derives the nouns in operation ids such as `listCaseStudies` and `createCaseStudy`. */
export const getOperationNames = ({ path, label }: Pick<Collection, 'path' | 'label'>) => ({
  plural: toPascalCase(path),
  singular: toPascalCase(label),
});
