import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../src/db/database.server';

export const tables = ['rate_limits'];

export const isCompatible = true;

/**
 * Adds rate limits that all processes share, the request hash and the mailbox of a booking, and
 * emails that wait for a summary. All changes are additive. The previous release still refuses to
 * start on this schema, because it accepts only its own migrations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull());
  // Unlogged, so that a count costs no fsync. A crash of PostgreSQL empties the table, which loses
  // only minutes of counts.
  await (isPostgres(db) ? table.modifyFront(sql`unlogged`) : table).execute();
  await db.schema.createIndex('rate_limits_over').on('rate_limits').column('ends_at').execute();

  // The normalized mailbox of a booking's email address. Null for bookings from before this
  // migration.
  await db.schema.alterTable('bookings').addColumn('person', 'text').execute();
  await db.schema
    .createIndex('bookings_of_person')
    .on('bookings')
    .columns(['person', 'start_at'])
    .execute();
  // The hash of the request that used the booking's idempotency key. Null for bookings from before
  // this migration.
  await db.schema.alterTable('bookings').addColumn('request_hash', 'text').execute();
  // False when the email address is only copied from the lead, which does not prove that the lead's
  // sender made the booking.
  await db.schema
    .alterTable('bookings')
    .addColumn('person_confirmed', 'boolean', (column) => column.notNull().defaultTo(true))
    .execute();

  // The time since when an email to the owner waits for the next summary.
  await db.schema.alterTable('outbox').addColumn('held_at', 'text').execute();

  // The network around the IP address of a failed sign-in. Null for rows from before this
  // migration, and for rows of devices.
  await db.schema.alterTable('sign_in_failures').addColumn('network', 'text').execute();
  await db.schema
    .createIndex('sign_in_failures_of_network')
    .on('sign_in_failures')
    .columns(['network', 'failed_at'])
    .execute();
}
