import type { Kysely } from 'kysely';

export const isCompatible = true;

/**
 * Adds the id of the package that a lead is interested in: several packages may share the name that
 * is stored with the lead.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No foreign key: a package may be deleted, and the lead keeps its name. Null if unknown.
  await db.schema.alterTable('leads').addColumn('interested_package_id', 'text').execute();
}
