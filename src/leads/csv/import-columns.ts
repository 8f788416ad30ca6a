import { derivedTitle, normalizeName, reasonTitle, titleSynonyms } from './import-synonyms';

/** A column of a file, with the field that it is imported into; null when it is left out. */
export interface ImportColumn {
  title: string;
  field: string | null;
}

const importFields = Object.keys(titleSynonyms);

const fieldsByTitle = new Map(
  Object.entries(titleSynonyms).flatMap(([field, titles]) =>
    titles.map((title) => [title, field] as const),
  ),
);

/** Fields that several columns may have. */
const sharedFields = ['note', 'status'];

/**
 * Finds the field of each column.
 * @param fields the chosen fields, in order; undefined to recognize the titles
 * @param otherField the field of a column without one of its own: of an unknown title, or of the
 *   second column of a field
 */
export function mapColumns(
  titles: readonly string[],
  fields: readonly string[] | undefined,
  otherField: 'note' | null,
): ImportColumn[] {
  const isOwnFile = titles.includes(derivedTitle);
  const recognize = (title: string) => {
    // The site derives or assigns these anew.
    if ([derivedTitle, reasonTitle].includes(title) || (isOwnFile && title === 'ID')) return null;
    return fieldsByTitle.get(normalizeName(title)) ?? otherField;
  };
  const known = titles.map((title, index) =>
    fields ? (importFields.find((field) => field === fields[index]) ?? null) : recognize(title),
  );
  return titles.map((title, index) => {
    const field = known[index] ?? null;
    const isTaken =
      field !== null && !sharedFields.includes(field) && known.indexOf(field) !== index;
    return { title, field: isTaken ? otherField : field };
  });
}
