/** As it is searched: without case, and without the accents that whoever types in a hurry leaves out. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The items that a search finds: all of its words stand somewhere in the item's texts.
 * @returns `items` itself when nothing is asked for
 */
export function searchItems<T>(
  items: readonly T[],
  textsOf: (item: T) => readonly string[],
  search: string,
): readonly T[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = plain(textsOf(item).join('\n'));
    return words.every((word) => text.includes(word));
  });
}
