/** Position of a package: large on the left, beside that one, or in a row of two. */
type Place = 'main' | 'side' | 'pair';

/** Maximum packages beside the popular one. More would stretch it too far. */
const maxBeside = 3;

/**
 * Arranges packages in two columns, in display order. A single popular one is as high as the
 * packages beside it. The rest follow in pairs, never with one left over. With none or several
 * popular ones, all have the same size.
 * @param popular whether each package is popular
 */
export function arrangePackages(popular: boolean[]): { places: Place[]; beside: number } {
  const others = popular.filter((isPopular) => !isPopular).length;
  if (popular.length - others !== 1 || others === 0) {
    return { places: popular.map(() => 'pair'), beside: 0 };
  }
  const beside = others <= maxBeside ? others : maxBeside - ((others - maxBeside) % 2);
  let placedCount = 0;
  const places = popular.map((isPopular): Place => {
    if (isPopular) return 'main';
    placedCount += 1;
    return placedCount <= beside ? 'side' : 'pair';
  });
  return { places, beside };
}
