/** Where a package stands: large on the left, beside that one, or in a row of two. */
type Place = 'main' | 'side' | 'pair';

/** Most packages beside the popular one: more would stretch it until its list falls apart. */
const maxBeside = 3;

/**
 * Arranges packages in two columns, in the order that they have. A single popular one is as high as
 * the others beside it; those that find no room there follow in pairs, never with one left over.
 * With none or several popular ones all are equals.
 * @param popular for each package whether it is popular
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
