import type { BaseItem } from '../define-collection';
import { isSameValue } from './item-values';

type Values = Record<string, unknown>;

/** A field that the two who changed an item left different. */
export interface FieldDifference {
  name: string;
  mine: unknown;
  theirs: unknown;
  /** Whether I changed it; if not, only the other did. */
  isMine: boolean;
}

/** Whose version of a field is kept. */
export type ConflictChoice = 'mine' | 'theirs';

/**
 * What to ask when an item has been changed by someone else meanwhile.
 * @param base the item as it was when its form was opened
 * @param mine what the form would save
 * @param theirs the item as it is stored now
 * @returns the fields in which the two differ. None when the other changed nothing that anyone would
 *   miss: only the place in the list, which reordering changes for every item
 */
export function findDifferences(base: BaseItem, mine: Values, theirs: BaseItem): FieldDifference[] {
  const differing = Object.keys(mine)
    .filter((name) => !isSameValue(mine[name], theirs[name]))
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      isMine: !isSameValue(mine[name], base[name]),
    }))
    .filter(({ name, isMine }) => name !== 'displayOrder' || isMine);
  return differing.every(({ name }) => isSameValue(theirs[name], base[name])) ? [] : differing;
}

/** What is saved in the end: what was chosen, and theirs wherever I changed nothing. */
export function mergeChanges(
  base: BaseItem,
  mine: Values,
  theirs: BaseItem,
  choices: Record<string, ConflictChoice> = {},
): Values {
  return Object.fromEntries(
    Object.entries(mine).map(([name, value]) => {
      const choice = choices[name] ?? (isSameValue(value, base[name]) ? 'theirs' : 'mine');
      return [name, choice === 'mine' ? value : theirs[name]];
    }),
  );
}
