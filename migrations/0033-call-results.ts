import type { Kysely } from 'kysely';

/** The previous release ignores the column, and shows no-shows by the status of the call. */
export const isCompatible = true;

/** Adds when the owner recorded whether a call took place. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('result_at', 'text').execute();
}
