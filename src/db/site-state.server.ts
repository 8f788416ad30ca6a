import type { Database } from './database.server';
import { runInTransaction } from './run-in-transaction.server';

declare module './database.server' {
  interface Tables {
    /** Values of the whole site, by name, such as the content version and its secrets. */
    siteState: { key: string; value: string };
  }
}

/** Reads a value; undefined when there is none. */
export async function readSiteState(db: Database, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('siteState')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value;
}

/** Stores a value, which replaces an earlier one. */
export async function writeSiteState(db: Database, key: string, value: string): Promise<void> {
  await db
    .insertInto('siteState')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/**
 * Writes and commits one row, in a transaction as for an inquiry. Nothing less is a reliable test: a full disk, a read-only server and
 * a standby that must confirm each commit all let a write begin, and some let it be rolled back.
 * @throws the database's error when nothing can be written
 */
export const probeWrite = (db: Database): Promise<void> =>
  runInTransaction(db, (transaction) =>
    writeSiteState(transaction, 'write_probe', new Date().toISOString()),
  );
