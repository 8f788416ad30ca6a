import type { Kysely } from 'kysely';

/** The previous release stores contacts without them, and shows when they were logged. */
export const isCompatible = true;

/** Adds when a contact took place, if it was logged later, and how long it took. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lead_contacts').addColumn('at', 'text').execute();
  await db.schema.alterTable('lead_contacts').addColumn('minutes', 'integer').execute();
}
