import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from './database.server';
import { readSiteState } from './site-state.server';

const contentVersionKey = 'content_version';

/** Reads the content version, which rises with each change of what visitors see. */
export const readContentVersion = (db: Database): Promise<string | undefined> =>
  readSiteState(db, contentVersionKey);

/**
 * Increments the content version, in the transaction that changes content. The update of this one
 * row also serializes writers, so that a reorder never interleaves with another reorder or a
 * delete.
 */
export async function bumpContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('siteState')
    .set({ value: sql`cast(cast(value as integer) + 1 as text)` })
    .where('key', '=', contentVersionKey)
    .execute();
}

/** Serializes with `bumpContentVersion`, for writers that change nothing visible. */
export async function lockContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('siteState')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('key', '=', contentVersionKey)
    .execute();
}
