import type { Kysely } from 'kysely';

export const tables = ['unrelated_leads'];

/** The previous release goes on to relate these leads. */
export const isCompatible = true;

/** Adds the pairs of leads that the owner has marked as different people, each in both orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unrelated_leads')
    .addColumn('lead_id', 'text', (column) =>
      column.notNull().references('leads.id').onDelete('cascade'),
    )
    .addColumn('other_id', 'text', (column) =>
      column.notNull().references('leads.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('unrelated_leads_pair', ['lead_id', 'other_id'])
    .execute();
  // For the cascade.
  await db.schema
    .createIndex('unrelated_leads_of_other')
    .on('unrelated_leads')
    .column('other_id')
    .execute();
}
