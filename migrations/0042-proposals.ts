import { type Kysely, sql } from 'kysely';

export const tables = ['proposals'];

/** The previous release ignores the table and the column. */
export const isCompatible = true;

/** Adds the proposals that the owner writes for leads, and which of them a payment is for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('proposals')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) =>
      column.notNull().references('leads.id').onDelete('cascade'),
    )
    .addColumn('number', 'integer', (column) => column.notNull().unique())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('draft', 'sent', 'accepted', 'withdrawn')`),
    )
    .addColumn('content', 'text', (column) => column.notNull())
    // From the content, for queries.
    .addColumn('package_id', 'text')
    .addColumn('valid_until', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('sent_by', 'text')
    .addColumn('accepted', 'text')
    .addColumn('accepted_at', 'text')
    .addColumn('accepted_by', 'text')
    .addColumn('accepted_version', 'text')
    .addColumn('question_topic', 'text')
    .addColumn('question_text', 'text')
    .addColumn('question_at', 'text')
    .addColumn('question_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('proposals_of_lead').on('proposals').column('lead_id').execute();
  await db.schema
    .createIndex('proposals_open')
    .on('proposals')
    .columns(['state', 'valid_until'])
    .execute();
  await db.schema.alterTable('payments').addColumn('proposal_id', 'text').execute();
}
