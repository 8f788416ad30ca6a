import type { Kysely } from 'kysely';

export const tables = ['owner_settings'];

/** The previous release ignores the table, and runs on the environment alone. */
export const isCompatible = true;

/** Adds the settings that the owner changes in the admin area. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('owner_settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    // JSON; encrypted for a secret.
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    // No foreign key: the setting outlives the account.
    .addColumn('user_id', 'text')
    .execute();
}
