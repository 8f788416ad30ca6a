/** Removes case and accents from a text, so that a search for "lucia" finds "Lucía". */
export const toComparable = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Removes case and outer spaces from a name. Accents remain: they tell names apart. */
export const normalize = (name: string): string => name.trim().toLowerCase();

/** Returns whether two texts are the same, ignoring case. */
export const isSameText = (a: string, b: string): boolean => normalize(a) === normalize(b);

/** Returns the names, each once, ignoring case. The first spelling counts. */
export const listDistinct = (names: readonly string[]): string[] => {
  const spellings = new Map<string, string>();
  for (const name of names) {
    const key = normalize(name);
    if (!spellings.has(key)) spellings.set(key, name);
  }
  return [...spellings.values()];
};
