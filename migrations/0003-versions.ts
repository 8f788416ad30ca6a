import { type Kysely, sql } from 'kysely';

export const tables = ['audit'];

const collections = ['talents', 'case_studies', 'onboarding_packages', 'stats'];

/** Adds a version to every content item, and the log of who changed what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of collections) {
    // SQLite can add a `not null` column only with a default; no code relies on it.
    await db.schema
      .alterTable(table)
      .addColumn('updated_at', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update ${sql.table(table)} set updated_at = created_at`.execute(db);
  }

  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('subject', 'text', (column) => column.notNull())
    // No foreign key: the log entry outlives its item. Null when the change concerns the whole
    // list.
    .addColumn('item_id', 'text')
    .addColumn('action', 'text', (column) =>
      column
        .notNull()
        .check(sql`action in ('created', 'changed', 'deleted', 'restored', 'reordered')`),
    )
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute();
  await db.schema
    .createIndex('audit_of_item')
    .on('audit')
    .columns(['subject', 'item_id', 'at', 'id'])
    .execute();
  await db.schema
    .createIndex('audit_of_action')
    .on('audit')
    .columns(['subject', 'action', 'at', 'id'])
    .execute();
  await db.schema.createIndex('audit_in_time').on('audit').column('at').execute();
  await db.schema.createIndex('audit_of_user').on('audit').column('user_id').execute();
}
