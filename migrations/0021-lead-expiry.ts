import { type Kysely, sql } from 'kysely';

export const isCompatible = true;

/**
 * Adds when retention deletes a lead, which is announced 30 days before, and an index for the
 * board, which counts all leads.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('leads').addColumn('expires_at', 'text').execute();
  await db.schema
    .createIndex('leads_by_expires_at')
    .on('leads')
    .columns(['expires_at', 'id'])
    .where(sql.ref('expires_at'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('leads_by_stage')
    .on('leads')
    .columns([
      'status',
      'interested_package_id',
      'interested_package',
      'deleted_at',
      'merged_into_id',
    ])
    .where(sql.ref('deleted_at'), 'is', null)
    .where(sql.ref('merged_into_id'), 'is', null)
    .execute();
}
