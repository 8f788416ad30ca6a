import type { Kysely } from 'kysely';

export const tables = ['second_factors', 'recovery_codes', 'known_devices', 'security_events'];

/** Adds the second factor, the details of sessions and devices, security events, and spam marks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    // The newest time step whose code was accepted, so that no code is accepted twice.
    .addColumn('last_step', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('recovery_codes_of_user')
    .on('recovery_codes')
    .column('user_id')
    .execute();

  await db.schema.alterTable('sessions').addColumn('address', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('agent', 'text').execute();
  await db.schema
    .createTable('known_devices')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('last_seen_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('known_devices_of_user')
    .on('known_devices')
    .column('user_id')
    .execute();

  await db.schema
    .createTable('security_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('detail', 'text')
    .addColumn('address', 'text')
    .addColumn('agent', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('security_events_newest')
    .on('security_events')
    .columns(['at', 'id'])
    .execute();

  // The reason why a lead looks like spam; null when it does not. A text instead of a boolean,
  // because the owner decides by the reason.
  await db.schema.alterTable('leads').addColumn('suspect', 'text').execute();
}
