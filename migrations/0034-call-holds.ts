import type { Kysely } from 'kysely';

/** The previous release treats a held call as a booked one. */
export const isCompatible = true;

/**
 * Adds until when a call is only held, when its email address was confirmed, and which tokens were
 * emailed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('held_until', 'text').execute();
  await db.schema.alterTable('bookings').addColumn('address_confirmed_at', 'text').execute();
  await db.schema
    .alterTable('booking_tokens')
    .addColumn('is_mailed', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}
