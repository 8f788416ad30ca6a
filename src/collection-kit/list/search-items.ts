import { toComparable } from '../../lib/to-comparable';

/**
 * Finds the items whose texts contain all words of the search.
 * @returns `items` itself for an empty search
 */
export function searchItems<T>(
  items: readonly T[],
  getTexts: (item: T) => readonly string[],
  search: string,
): readonly T[] {
  const words = toComparable(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = toComparable(getTexts(item).join('\n'));
    return words.every((word) => text.includes(word));
  });
}
