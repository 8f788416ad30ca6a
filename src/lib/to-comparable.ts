/** Removes case and accents from a text, so that a search for "lucia" finds "Lucía". */
export const toComparable = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
