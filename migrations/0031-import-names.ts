import type { Kysely } from 'kysely';

/** The previous release lists no imports, and stores them with the defaults. */
export const isCompatible = true;

/** Adds the file of an import, and how many of its rows were added to leads that were here. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('lead_imports').addColumn('file_name', 'text').execute();
  await db.schema
    .alterTable('lead_imports')
    .addColumn('added_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
