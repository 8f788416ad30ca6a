import { sql } from 'kysely';
import type { DatabaseTransaction } from './database.server';

declare module './database.server' {
  interface Tables {
    siteState: { key: string; value: string };
  }
}

/**
 * Increments the content version, in the transaction that changes content. The update of this one
 * row also serializes writers, so that a reorder never interleaves with another reorder or a
 * delete.
 */
export async function bumpContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('siteState')
    .set({ value: sql`cast(cast(value as integer) + 1 as text)` })
    .where('key', '=', 'content_version')
    .execute();
}

/** Serializes with `bumpContentVersion`, for writers that change nothing visible. */
export async function lockContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('siteState')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('key', '=', 'content_version')
    .execute();
}
