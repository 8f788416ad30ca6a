import type { Kysely } from 'kysely';

/** Where calls and payments come from, as leads have it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // JSON, or null: of those from before nothing is known.
  await db.schema.alterTable('bookings').addColumn('attribution', 'text').execute();
  await db.schema.alterTable('payments').addColumn('attribution', 'text').execute();
}
