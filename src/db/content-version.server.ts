import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.server';

declare module './database.server' {
  interface Tables {
    siteState: { key: string; value: string };
  }
}

/**
 * Marks that what the site shows has changed, in the transaction that changes it. Updating the one
 * row also lines writers up, so that two reorders or a reorder and a delete never interleave.
 */
export async function bumpContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('siteState')
    .set({ value: sql`cast(cast(value as integer) + 1 as text)` })
    .where('key', '=', 'content_version')
    .execute();
}

/** Lines up with the writers as `raiseContentVersion` does, for who changes nothing that is shown. */
export async function lockContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('siteState')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('key', '=', 'content_version')
    .execute();
}
