import type { Kysely } from 'kysely';

export const tables = ['lead_search_texts'];
export const isCompatible = true;

/**
 * What a lead is searched by, in the form in which it is compared. A table of its own: an earlier
 * release, which reads and writes leads as they were, is not touched by it.
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
