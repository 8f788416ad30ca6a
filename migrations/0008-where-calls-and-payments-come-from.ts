import type { Kysely } from 'kysely';

/** Adds the attribution of calls and payments, in the same format as that of leads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // JSON. Null for rows from before this migration.
  await db.schema.alterTable('bookings').addColumn('attribution', 'text').execute();
  await db.schema.alterTable('payments').addColumn('attribution', 'text').execute();
}
