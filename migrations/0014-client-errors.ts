import type { Kysely } from 'kysely';

export const tables = ['client_errors'];
export const isCompatible = true;

/** Adds the errors that browsers report: one row for each different error. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('client_errors')
    // The hash of the message, the component, the release and the engine.
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('component', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('engine', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('first_at', 'text', (column) => column.notNull())
    .addColumn('last_at', 'text', (column) => column.notNull())
    .execute();
}
