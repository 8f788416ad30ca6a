import { type Kysely, PostgresAdapter, sql } from 'kysely';

export const tables = ['rate_limits'];

export const isCompatible = true;

/**
 * Limits that all processes share, what a booking's key was used for, whose booking it is, and mails
 * that wait for a summary. All additive. The release before refuses to start on it all the same: it
 * knows no migrations but its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'text', (column) => column.notNull());
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Unlogged: a count costs no fsync. A crash of PostgreSQL empties the table, which is minutes of counts.
  await (isPostgres ? table.modifyFront(sql`unlogged`) : table).execute();
  await db.schema.createIndex('rate_limits_over').on('rate_limits').column('ends_at').execute();

  // A booking's mailbox, however its address was written. Null for those of before.
  await db.schema.alterTable('bookings').addColumn('person', 'text').execute();
  await db.schema
    .createIndex('bookings_of_person')
    .on('bookings')
    .columns(['person', 'start_at'])
    .execute();
  // The hash of the request that used the booking's key. Null for those of before.
  await db.schema.alterTable('bookings').addColumn('request_hash', 'text').execute();
  // False: the email is the lead's, and nothing else says that it is the same person.
  await db.schema
    .alterTable('bookings')
    .addColumn('person_confirmed', 'boolean', (column) => column.notNull().defaultTo(true))
    .execute();

  // Since when a mail to the owner waits for the next summary.
  await db.schema.alterTable('outbox').addColumn('held_at', 'text').execute();

  // The network around the address of a failed sign-in. Null for those of before, and of devices.
  await db.schema.alterTable('sign_in_failures').addColumn('network', 'text').execute();
  await db.schema
    .createIndex('sign_in_failures_of_network')
    .on('sign_in_failures')
    .columns(['network', 'failed_at'])
    .execute();
}
