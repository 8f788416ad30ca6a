import { isSameValue } from './item-values';

type Values = Record<string, unknown>;

/** A field in which the two versions of an item differ. */
export interface FieldDifference {
  name: string;
  mine: unknown;
  theirs: unknown;
  /** Whether this form changed the field. If not, only the other person did. */
  isMine: boolean;
}

/** The version of a field to keep. */
export type ConflictChoice = 'mine' | 'theirs';

/**
 * Finds the fields that differ between the form's values and the stored item. None when the other
 * person only reordered the list.
 * @param base the item when the form was opened
 */
export function findDifferences(base: Values, mine: Values, theirs: Values): FieldDifference[] {
  const differing = Object.entries(mine)
    .map(([name, value]) => ({
      name,
      mine: value,
      theirs: theirs[name],
      isMine: !isSameValue(value, base[name]),
    }))
    .filter((field) => !isSameValue(field.mine, field.theirs))
    .filter(({ name, isMine }) => name !== 'displayOrder' || isMine);
  return differing.every(({ name }) => isSameValue(theirs[name], base[name])) ? [] : differing;
}

/**
 * Merges the two versions by the given choices. Without a choice, a field is mine if I changed it.
 */
export function mergeChanges(
  base: Values,
  mine: Values,
  theirs: Values,
  choices: Record<string, ConflictChoice> = {},
): Values {
  return Object.fromEntries(
    Object.entries(mine).map(([name, value]) => {
      const choice = choices[name] ?? (isSameValue(value, base[name]) ? 'theirs' : 'mine');
      return [name, choice === 'mine' ? value : theirs[name]];
    }),
  );
}
