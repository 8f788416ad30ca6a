import type { Kysely } from 'kysely';

export const tables = ['funnel_entries'];

/** The previous release counts on, and shows what housekeeping has added to `funnel_counts`. */
export const isCompatible = true;

/** Adds the inquiries that are not in `funnel_counts` yet: appended, so that none waits for a row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('funnel_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    // As in `funnel_counts`.
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute();
}
