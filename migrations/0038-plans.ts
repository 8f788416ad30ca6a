import type { Kysely } from 'kysely';

/** The previous release ignores the columns. */
export const isCompatible = true;

/** Adds the hours that nobody covers, as a visitor sends them with an inquiry or a booking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['leads', 'bookings']) {
    await db.schema.alterTable(table).addColumn('plan', 'text').execute();
  }
}
