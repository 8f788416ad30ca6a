import type { AnyItem } from '../collection';
import { sameValue } from './item-values';

type Values = Record<string, unknown>;

/** A field that the two who changed an item left different. */
export interface Difference {
  name: string;
  mine: unknown;
  theirs: unknown;
  /** Whether I changed it; if not, only the other did. */
  isMine: boolean;
}

/** Whose version of a field is kept. */
export type Choice = 'mine' | 'theirs';

/**
 * What to ask when an item has been changed by someone else meanwhile.
 * @param base the item as it was when its form was opened
 * @param mine what the form would save
 * @param theirs the item as it is stored now
 * @returns the fields in which the two differ. None when the other changed nothing that anyone would
 *   miss: only the place in the list, which reordering changes for every item
 */
export function differences(base: AnyItem, mine: Values, theirs: AnyItem): Difference[] {
  const found = Object.keys(mine)
    .filter((name) => !sameValue(mine[name], theirs[name]))
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      isMine: !sameValue(mine[name], base[name]),
    }))
    .filter(({ name, isMine }) => name !== 'displayOrder' || isMine);
  return found.every(({ name }) => sameValue(theirs[name], base[name])) ? [] : found;
}

/** What is saved in the end: what was chosen, and theirs wherever I changed nothing. */
export function merged(
  base: AnyItem,
  mine: Values,
  theirs: AnyItem,
  choices: Record<string, Choice> = {},
): Values {
  return Object.fromEntries(
    Object.entries(mine).map(([name, value]) => {
      const choice = choices[name] ?? (sameValue(value, base[name]) ? 'theirs' : 'mine');
      return [name, choice === 'mine' ? value : theirs[name]];
    }),
  );
}
