import { type RawBuilder, sql } from 'kysely';
import { fullPackageName, getLeadValue } from '../analytics/tracking/events';
import type { Lead } from './contract';
import type { PackageChoice } from './inquiry/package-choice';

type ChosenPackage = Pick<Lead, 'interestedPackage' | 'interestedPackageId'>;

/** The values of leads in dollars, for JavaScript and for SQL. */
export interface LeadValues {
  getValue: (lead: ChosenPackage) => number;
  /** SQL expression on a row of `leads`. */
  expression: RawBuilder<number>;
  /** All values that occur, without duplicates. */
  distinctValues: number[];
}

/**
 * Creates the values of leads: the price of their package, otherwise their tracking value.
 * @param trackingValues the owner's tracking values by the package's ID, and `none`
 */
export function createLeadValues(
  packages: readonly PackageChoice[],
  trackingValues: Readonly<Record<string, number>> | null,
): LeadValues {
  const getTrackingValue = (id: string, interestedPackage: string | null) =>
    getLeadValue({ value: trackingValues?.[id], interestedPackage });
  const byId = new Map(
    Object.keys(trackingValues ?? {}).map((id) => [id, getTrackingValue(id, null)] as const),
  );
  const byName = new Map([[fullPackageName, getTrackingValue('none', fullPackageName)]]);
  for (const { id, name, price } of packages.toReversed()) {
    byId.set(id, price ?? getTrackingValue(id, name));
    // The first of several packages with the same name.
    byName.set(name, price ?? getTrackingValue(id, name));
  }
  const fallback = getTrackingValue('none', null);
  const whens = [
    ...[...byId].map(
      ([id, value]) => sql`when interested_package_id = ${id} then ${sql.lit(value)}`,
    ),
    ...[...byName].map(
      ([name, value]) => sql`when interested_package = ${name} then ${sql.lit(value)}`,
    ),
  ];
  return {
    getValue: ({ interestedPackage, interestedPackageId }) =>
      byId.get(interestedPackageId ?? '') ?? byName.get(interestedPackage ?? '') ?? fallback,
    expression: sql<number>`(case ${sql.join(whens, sql` `)} else ${sql.lit(fallback)} end)`,
    distinctValues: [...new Set([...byId.values(), ...byName.values(), fallback])],
  };
}
