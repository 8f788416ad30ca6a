import { type Kysely, sql } from 'kysely';

export const isCompatible = true;

/**
 * Adds an index of the suspected spam in lists. Counts of all other leads subtract it, because the
 * condition that a lead is no spam would read nearly all leads.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('leads_by_suspect')
    .on('leads')
    .columns([
      'suspect',
      'status',
      'interested_package_id',
      'interested_package',
      'deleted_at',
      'merged_into_id',
    ])
    .where(sql.ref('suspect'), 'is not', null)
    .where(sql.ref('deleted_at'), 'is', null)
    .where(sql.ref('merged_into_id'), 'is', null)
    .execute();
}
