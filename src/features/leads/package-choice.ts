import { dollars } from '../../lib/dollars';
import { undecidedPackage } from './lead-options';

/** A package as the lead form needs it; without a price, the price is hidden. */
export interface PackageChoice {
  id: string;
  name: string;
  price: number | null;
}

/** What the form offers while the owner has no packages (specification, section 9). */
const standardPackages = [
  { name: 'Light PM', price: 300 },
  { name: 'Full PM', price: 1000 },
];

/**
 * The choices of "Interested package": each package with a price, the preselected one also without,
 * and "Not sure".
 */
export function packageOptions(
  packages: readonly PackageChoice[],
  preselected?: string,
): { value: string; label: string }[] {
  const offered = packages.length > 0 ? packages : standardPackages;
  const choices = offered.flatMap(({ name, price }) => {
    if (price !== null) return { value: name, label: `${name} (${dollars(price)})` };
    return name === preselected ? { value: name, label: name } : [];
  });
  return [...choices, { value: undecidedPackage, label: undecidedPackage }];
}

/** The chosen package, when it can be paid: it exists, and its price is shown. */
export function payablePackage(
  packages: readonly PackageChoice[],
  name: string | null,
): { id: string; name: string; price: number } | null {
  const found = packages.find((one) => one.name === name);
  // A package that costs nothing has nothing to be paid.
  return found?.price ? { id: found.id, name: found.name, price: found.price } : null;
}
