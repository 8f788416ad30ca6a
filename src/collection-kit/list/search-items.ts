/** As it is searched: without case, and without the accents that whoever types in a hurry leaves out. */
const normalizeText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The items that a search finds: all of its words stand somewhere in the item's texts.
 * @returns `items` itself when nothing is asked for
 */
export function searchItems<T>(
  items: readonly T[],
  getTexts: (item: T) => readonly string[],
  search: string,
): readonly T[] {
  const words = normalizeText(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = normalizeText(getTexts(item).join('\n'));
    return words.every((word) => text.includes(word));
  });
}
