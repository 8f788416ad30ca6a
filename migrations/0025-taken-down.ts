import type { Kysely } from 'kysely';

/** The previous release can run on the result. */
export const isCompatible = true;

/** Adds since when visitors no longer see an item that was on the site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['stats', 'talents', 'case_studies', 'onboarding_packages']) {
    await db.schema.alterTable(table).addColumn('taken_down_at', 'text').execute();
  }
}
