import type { Kysely } from 'kysely';

export const tables = ['demand_counts'];

/** The previous release ignores the table. */
export const isCompatible = true;

/** Adds how many plans asked for each hour of the week, and how many of them could be covered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('demand_counts')
    // YYYY-MM-DD in UTC.
    .addColumn('day', 'text', (column) => column.notNull())
    // 1 for Monday to 7, and 0 to 23, in the zone of each plan.
    .addColumn('weekday', 'integer', (column) => column.notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('asked', 'integer', (column) => column.notNull())
    .addColumn('covered', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('demand_counts_key', ['day', 'weekday', 'hour'])
    .execute();
}
