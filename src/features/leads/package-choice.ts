import { formatMoney } from '../../lib/format-money';
import { undecidedPackageName } from './lead-form-options';

/** A package as the lead form needs it; without a price, the price is hidden. */
export interface PackageChoice {
  id: string;
  name: string;
  price: number | null;
}

/** What the form offers while the owner has no packages (specification, section 9). */
const defaultPackages = [
  { id: 'Light PM', name: 'Light PM', price: 300 },
  { id: 'Full PM', name: 'Full PM', price: 1000 },
];

/**
 * The package that a form's value or an address stands for: its id, or a name that only one package
 * has. A shared name finds none: either one could be the wrong one.
 */
export function findPackage<T extends Pick<PackageChoice, 'id' | 'name'>>(
  packages: readonly T[],
  choice: string | null | undefined,
): T | undefined {
  const [named, ...others] = packages.filter(({ name }) => name === choice);
  return packages.find(({ id }) => id === choice) ?? (others.length === 0 ? named : undefined);
}

/**
 * The choices of "Interested package": each package with a price, the preselected one also without,
 * and "Not sure". The value is the package's id, since packages may share a name.
 */
export function listPackageOptions(
  packages: readonly PackageChoice[],
  preselected?: string,
): { value: string; label: string }[] {
  const offered = packages.length > 0 ? packages : defaultPackages;
  const selected = findPackage(packages, preselected)?.id;
  const choices = offered.flatMap(({ id, name, price }) => {
    if (price !== null) return { value: id, label: `${name} (${formatMoney(price)})` };
    return id === selected ? { value: id, label: name } : [];
  });
  return [...choices, { value: undecidedPackageName, label: undecidedPackageName }];
}

/** The option that a draft, an address or a card preselects; empty when there is none (any more). */
export function findPreselectedOption(
  packages: readonly PackageChoice[],
  choice: string | undefined,
): string {
  const selectedValue = findPackage(packages, choice)?.id ?? choice;
  return (
    listPackageOptions(packages, choice).find(({ value }) => value === selectedValue)?.value ?? ''
  );
}

/** What a lead stores of the option that was selected. */
export function toPackageFields(packages: readonly PackageChoice[], choice: string | undefined) {
  const { id = null, name = choice || null } = findPackage(packages, choice) ?? {};
  return { interestedPackage: name, interestedPackageId: id };
}

/** The chosen package, when it can be paid: it exists, and its price is shown. */
export function findPayablePackage(
  packages: readonly PackageChoice[],
  chosenId: string | null,
): { id: string; name: string; price: number } | null {
  const found = packages.find(({ id }) => id === chosenId);
  // A package that costs nothing has nothing to be paid.
  return found?.price ? { id: found.id, name: found.name, price: found.price } : null;
}
