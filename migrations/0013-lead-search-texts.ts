import type { Kysely } from 'kysely';

export const tables = ['lead_search_texts'];
export const isCompatible = true;

/**
 * Adds the normalized text by which a lead is searched. In a separate table, so that an earlier
 * release can read and write `leads` unchanged.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lead_search_texts')
    .addColumn('lead_id', 'text', (column) =>
      column.primaryKey().references('leads.id').onDelete('cascade'),
    )
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
}
