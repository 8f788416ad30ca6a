import { type Kysely, sql } from 'kysely';

export const tables = ['call_hours', 'bookings', 'booking_cells', 'booking_tokens'];

const oneOf = (column: string, values: string[]) =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;

/**
 * Adds the owner's availability, the booked calls, and the constraint against overlapping calls.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('call_hours')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hours', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute();

  await db.schema
    .createTable('bookings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('lead_id', 'text', (column) => column.references('leads.id').onDelete('cascade'))
    .addColumn('source', 'text', (column) =>
      column.notNull().check(oneOf('source', ['site', 'calendly', 'cal'])),
    )
    .addColumn('external_id', 'text')
    .addColumn('status', 'text', (column) =>
      column.notNull().check(oneOf('status', ['booked', 'rescheduled', 'canceled', 'no_show'])),
    )
    .addColumn('status_at', 'text', (column) => column.notNull())
    .addColumn('verified', 'boolean', (column) => column.notNull())
    .addColumn('start_at', 'text')
    .addColumn('end_at', 'text')
    .addColumn('time_zone', 'text')
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('company', 'text')
    .addColumn('sequence', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('request_key', 'text', (column) => column.unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('bookings_of_provider', ['source', 'external_id'])
    .execute();
  await db.schema.createIndex('bookings_of_lead').on('bookings').column('lead_id').execute();
  await db.schema
    .createIndex('bookings_in_time')
    .on('bookings')
    .columns(['status', 'start_at'])
    .execute();

  // One row for each five minutes that a call and the buffer after it occupy. The primary key
  // prevents two visitors from booking the same time, on both engines. Rejected: a constraint on
  // overlapping ranges, which only PostgreSQL has.
  await db.schema
    .createTable('booking_cells')
    .addColumn('cell', 'integer', (column) => column.primaryKey())
    .addColumn('booking_id', 'text', (column) =>
      column.notNull().references('bookings.id').onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('booking_cells_of_booking')
    .on('booking_cells')
    .column('booking_id')
    .execute();

  await db.schema
    .createTable('booking_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('booking_id', 'text', (column) =>
      column.notNull().references('bookings.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('booking_tokens_of_booking')
    .on('booking_tokens')
    .column('booking_id')
    .execute();
}
