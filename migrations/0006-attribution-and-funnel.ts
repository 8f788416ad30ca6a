import type { Kysely } from 'kysely';

export const tables = ['funnel_counts'];

/** Adds the attribution and the consent of leads, and the site's own funnel counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // JSON. Null for leads from before this migration, and for leads that were sent without it.
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
