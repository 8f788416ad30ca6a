import { type Kysely, sql } from 'kysely';

/** Adds the columns that payments need besides the specified ones: see docs/decisions/0011. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One statement per column, because SQLite allows no more.
  await db.schema
    .alterTable('payments')
    .addColumn('package_name', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('payments')
    .addColumn('currency', 'text', (column) => column.notNull().defaultTo('usd'))
    .execute();
  await db.schema
    .alterTable('payments')
    .addColumn('refunded_amount', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('payments').addColumn('checked_at', 'text').execute();

  await db.schema
    .createIndex('payments_open')
    .on('payments')
    .columns(['lead_id', 'package_id'])
    .unique()
    .where(sql<boolean>`status in ('pending', 'failed')`)
    .execute();
  await db.schema
    .createIndex('payments_to_check')
    .on('payments')
    .columns(['status', 'checked_at'])
    .execute();
  // The time until which one process has the exclusive right to reconcile payments.
  await sql`insert into site_state (key, value) values ('payments_lease', '')`.execute(db);
}
