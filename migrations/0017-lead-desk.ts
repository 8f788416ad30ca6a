import { type Kysely, sql } from 'kysely';

export const tables = ['lead_notes', 'lead_tasks', 'lead_contacts', 'lead_imports'];

export const isCompatible = true;

/** Optional texts of a lead. Leads of an earlier release have none of them. */
const leadColumns = [
  // The normalized mailbox and phone number, by which inquiries of one person are found. Null until
  // housekeeping fills them in for leads of an earlier release.
  'person',
  'phone_digits',
  // The source of the last visit, `direct` if there is none. Null like `person`.
  'source',
  'next_step_text',
  'next_step_due_at',
  // When the owner first moved it on from `new`.
  'answered_at',
  // An earlier release still lists deleted and merged leads.
  'deleted_at',
  'merged_into_id',
  'merged_at',
  'import_id',
];

/** A column of an index that only a few rows are part of, so that new leads don't pay for it. */
const sparselyIndexed = ['next_step_due_at', 'deleted_at', 'merged_into_id', 'import_id'];

/**
 * Columns by which lists leave out leads. Also in the indexes that leave these leads out, because
 * SQLite otherwise reads the rows to check them.
 */
const hiddenColumns = ['deleted_at', 'merged_into_id'];

const addRecordColumns = (db: Kysely<unknown>, table: string) =>
  db.schema
    .createTable(table)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) =>
      column.notNull().references('leads.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'text', (column) => column.notNull());

/** Adds what the owner records about a lead, soft deletion, merging, and imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of leadColumns) {
    await db.schema.alterTable('leads').addColumn(name, 'text').execute();
  }
  for (const name of sparselyIndexed) {
    await db.schema
      .createIndex(`leads_by_${name}`)
      .on('leads')
      .columns([name, 'id'])
      .where(sql.ref(name), 'is not', null)
      .execute();
  }
  // In place of the indexes on all leads, so that a new lead has no more of them, and a list need not
  // read the rows to leave out deleted and merged leads.
  for (const [index, columns] of [
    ['leads_newest', ['created_at', 'id', ...hiddenColumns]],
    ['leads_newest_of_status', ['status', 'created_at', 'id', 'suspect', ...hiddenColumns]],
  ] as const) {
    await db.schema.dropIndex(index).execute();
    await db.schema
      .createIndex(index)
      .on('leads')
      .columns([...columns])
      .where(sql.ref('deleted_at'), 'is', null)
      .where(sql.ref('merged_into_id'), 'is', null)
      .execute();
  }
  await db.schema.createIndex('leads_of_person').on('leads').column('person').execute();
  await db.schema.createIndex('leads_of_phone').on('leads').column('phone_digits').execute();

  await addRecordColumns(db, 'lead_notes')
    .addColumn('text', 'text', (column) => column.notNull())
    .execute();
  await addRecordColumns(db, 'lead_tasks')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text')
    .addColumn('done_at', 'text')
    .execute();
  await addRecordColumns(db, 'lead_contacts')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('note', 'text')
    .execute();
  for (const table of ['lead_notes', 'lead_tasks', 'lead_contacts']) {
    await db.schema
      .createIndex(`${table}_of_lead`)
      .on(table)
      .columns(['lead_id', 'created_at'])
      .execute();
    await db.schema.createIndex(`${table}_of_user`).on(table).column('user_id').execute();
  }
  await db.schema
    .createIndex('lead_tasks_due')
    .on('lead_tasks')
    .columns(['done_at', 'due_at'])
    .execute();

  await db.schema
    .createTable('lead_imports')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('lead_count', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('undone_at', 'text')
    .execute();
}
