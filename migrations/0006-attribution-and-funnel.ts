import type { Kysely } from 'kysely';

export const tables = ['funnel_counts'];

/** Where leads come from, what was agreed to, and the owner's own counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // JSON, or null: nothing is known of the leads from before, nor of those who sent none.
  await db.schema.alterTable('leads').addColumn('attribution', 'text').execute();
  await db.schema.alterTable('leads').addColumn('consent', 'text').execute();
  await db.schema
    .createTable('funnel_counts')
    // YYYY-MM-DD in UTC.
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('funnel_counts_key', ['day', 'step', 'source'])
    .execute();
}
