/** The values of a form, by field name. */
export type FormValues = Record<string, unknown>;

/** A field that two people changed to different values. */
export interface FieldDifference {
  name: string;
  mine: unknown;
  theirs: unknown;
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
 * Finds the fields that both people changed, to different values. The others need no choice: only
 * one version of them is new.
 * @param base the values when the form was opened
 */
export const findDifferences = (
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): FieldDifference[] =>
  listChangedFields(theirs, mine)
    .filter((name) => [mine, theirs].every((values) => !isSameValue(values[name], base[name])))
    .map((name) => ({ name, mine: mine[name], theirs: theirs[name] }));

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
