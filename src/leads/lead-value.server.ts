import { sql } from 'kysely';
import type { Lead } from './contract';
import type { PackageChoice } from './inquiry/package-choice';

type ChosenPackage = Pick<Lead, 'interestedPackage' | 'interestedPackageId'>;

/** The values of leads in dollars, for JavaScript and for SQL. */
export type LeadValues = ReturnType<typeof createLeadValues>;

/**
 * Creates the values of leads: the prices of their packages. The tracking values (specification,
 * section 9) are for ads alone: they would fill the pipeline with money that nobody was asked for.
 */
export function createLeadValues(packages: readonly PackageChoice[]) {
  const byId = new Map(packages.map(({ id, price }) => [id, price]));
  // The first of several packages with the same name.
  const byName = new Map(packages.toReversed().map(({ name, price }) => [name, price]));
  const whens = [
    ...[...byId].map(
      ([id, price]) => sql`when interested_package_id = ${id} then ${sql.lit(price)}`,
    ),
    ...[...byName].map(
      ([name, price]) => sql`when interested_package = ${name} then ${sql.lit(price)}`,
    ),
  ];
  return {
    /** Null as long as nobody knows what the lead is worth. */
    getValue: ({ interestedPackage, interestedPackageId }: ChosenPackage): number | null =>
      (byId.has(interestedPackageId ?? '')
        ? byId.get(interestedPackageId ?? '')
        : byName.get(interestedPackage ?? '')) ?? null,
    /** SQL expression on a row of `leads`. */
    expression:
      whens.length > 0
        ? sql<number | null>`(case ${sql.join(whens, sql` `)} end)`
        : sql<number | null>`null`,
    /** All values that occur, without duplicates. */
    distinctValues: [...new Set([...byId.values()].filter((price) => price !== null))],
  };
}
