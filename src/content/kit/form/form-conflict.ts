/** The values of a form, by field name. */
export type FormValues = Record<string, unknown>;

/** A field in which two versions of a form's values differ. */
export interface FieldDifference {
  name: string;
  mine: unknown;
  theirs: unknown;
  /** Whether this form changed the field. If not, only the other person did. */
  isMine: boolean;
}

/** The version of a field to keep. */
export type ConflictChoice = 'mine' | 'theirs';

/** Stored values are null where a form has an empty text. */
const toComparable = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null));

export const isSameValue = (a: unknown, b: unknown): boolean => toComparable(a) === toComparable(b);

/** Lists the fields whose values differ from those of `base`. */
export const listChangedFields = (base: FormValues, values: FormValues): string[] =>
  Object.keys(values).filter((name) => !isSameValue(values[name], base[name]));

/** Picks the fields of `input` that differ from those of `base`. */
export const pickChangedFields = (base: FormValues, input: FormValues): FormValues =>
  Object.fromEntries(listChangedFields(base, input).map((name) => [name, input[name]]));

/**
 * Finds the fields that differ between the form's values and the stored ones. None when the other
 * person only reordered the list.
 * @param base the values when the form was opened
 */
export function findDifferences(
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): FieldDifference[] {
  const differing = listChangedFields(theirs, mine)
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      isMine: !isSameValue(mine[name], base[name]),
    }))
    .filter(({ name, isMine }) => name !== 'displayOrder' || isMine);
  return differing.every(({ name }) => isSameValue(theirs[name], base[name])) ? [] : differing;
}

/**
 * Merges the two versions by the given choices. Without a choice, a field is mine if I changed it.
 */
export function mergeChanges<V extends FormValues>(
  base: V,
  mine: V,
  theirs: V,
  choices: Record<string, ConflictChoice> = {},
): V {
  const takenNames = Object.keys(mine).filter(
    (name) =>
      (choices[name] ?? (isSameValue(mine[name], base[name]) ? 'theirs' : 'mine')) === 'theirs',
  );
  return { ...mine, ...Object.fromEntries(takenNames.map((name) => [name, theirs[name]])) };
}
