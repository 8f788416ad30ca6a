import type { Kysely } from 'kysely';

export const isCompatible = true;

/** Which package a lead is interested in: several may share the name that is stored beside it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // No reference: a package may be deleted, and the lead keeps its name. Null where it isn't known.
  await db.schema.alterTable('leads').addColumn('interested_package_id', 'text').execute();
}
