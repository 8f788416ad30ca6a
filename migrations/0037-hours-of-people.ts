import type { Kysely } from 'kysely';

/** The previous release ignores the columns. */
export const isCompatible = true;

/** Adds when and in which languages people can work. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['hours', 'languages']) {
    await db.schema
      .alterTable('talents')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo('[]'))
      .execute();
  }
  await db.schema.alterTable('talents').addColumn('time_zone', 'text').execute();
}
