import type { Kysely } from 'kysely';

export const tables = ['webhooks', 'webhook_attempts', 'call_reminders'];

export const isCompatible = true;

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    // A JSON array.
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('is_active', 'boolean', (column) => column.notNull().defaultTo(true))
    // Encrypted, as the previous one, which is also used for signing until the given time.
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('previous_secret_until', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('webhook_attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook_id', 'text', (column) =>
      column.notNull().references('webhooks.id').onDelete('cascade'),
    )
    // The log contains what was sent about a lead, so it is deleted with the lead.
    .addColumn('lead_id', 'text', (column) => column.references('leads.id').onDelete('cascade'))
    // Null for a test.
    .addColumn('delivery_id', 'text')
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    // Null when there was no response.
    .addColumn('status', 'integer')
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('is_ok', 'boolean', (column) => column.notNull())
    .addColumn('took_ms', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('webhook_attempts_newest')
    .on('webhook_attempts')
    .columns(['webhook_id', 'id'])
    .execute();
  await db.schema
    .createIndex('webhook_attempts_of_lead')
    .on('webhook_attempts')
    .column('lead_id')
    .execute();
}

/**
 * Adds webhooks with the log of their attempts, what receivers answered, meeting links of single
 * calls, the decision about a lead after a cancellation, and sent reminders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createWebhooks(db);
  // The receiver, of a delivery that is made to several: the webhook's id.
  await db.schema.alterTable('outbox').addColumn('target', 'text').execute();
  await db.schema.alterTable('outbox').addColumn('answer', 'text').execute();

  await db.schema.alterTable('bookings').addColumn('meeting_url', 'text').execute();
  await db.schema.alterTable('bookings').addColumn('lead_decided_at', 'text').execute();
  await db.schema
    .createTable('call_reminders')
    .addColumn('booking_id', 'text', (column) =>
      column.notNull().references('bookings.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    // A call that moves is reminded of again.
    .addColumn('start_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('call_reminders_pk', ['booking_id', 'kind', 'start_at'])
    .execute();
}
