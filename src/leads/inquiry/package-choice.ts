import { formatMoney } from '../../lib/format-number';
import { undecidedPackageName } from './lead-form-options';

/** A package in the lead form. The price is in whole dollars; a null price is hidden. */
export interface PackageChoice {
  id: string;
  name: string;
  price: number | null;
}

/** Loads the packages with these ids, except deleted ones. */
export type FindPackages = (ids: readonly string[]) => Promise<{ id: string; name?: unknown }[]>;

/**
 * Finds a package by its id, or by a name that only one package has. A shared name finds none,
 * because either package could be the wrong one.
 */
export function findPackage<T extends Pick<PackageChoice, 'id' | 'name'>>(
  packages: readonly T[],
  choice: string | null | undefined,
): T | undefined {
  const [named, ...others] = packages.filter(({ name }) => name === choice);
  return packages.find(({ id }) => id === choice) ?? (others.length === 0 ? named : undefined);
}

/**
 * Lists the options of "Interested package": each package with a price, the preselected one even
 * without a price, and "Not sure". Empty without any such package. The value is the package's id,
 * because packages may share a name.
 */
export function listPackageOptions(
  packages: readonly PackageChoice[],
  preselected?: string,
): { value: string; label: string }[] {
  const selected = findPackage(packages, preselected)?.id;
  const choices = packages.flatMap(({ id, name, price }) => {
    if (price !== null) return { value: id, label: `${name} (${formatMoney(price)})` };
    return id === selected ? { value: id, label: name } : [];
  });
  if (choices.length === 0) return [];
  return [...choices, { value: undecidedPackageName, label: undecidedPackageName }];
}

/** Returns the option that a draft, a URL or a card preselects; empty when it doesn't exist. */
export function findPreselectedOption(
  packages: readonly PackageChoice[],
  choice: string | undefined,
): string {
  const selectedValue = findPackage(packages, choice)?.id ?? choice;
  return (
    listPackageOptions(packages, choice).find(({ value }) => value === selectedValue)?.value ?? ''
  );
}

/** Converts the selected option to a lead's fields. */
export function toPackageFields(packages: readonly PackageChoice[], choice: string | undefined) {
  const { id = null, name = choice || null } = findPackage(packages, choice) ?? {};
  return { interestedPackage: name, interestedPackageId: id };
}

/** Finds the chosen package if it can be paid: it exists and has a visible price. */
export function findPayablePackage(
  packages: readonly PackageChoice[],
  chosenId: string | null,
): { id: string; name: string; price: number } | null {
  const found = packages.find(({ id }) => id === chosenId);
  // A free package needs no payment.
  return found?.price ? { id: found.id, name: found.name, price: found.price } : null;
}
