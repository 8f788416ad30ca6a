import type { Database } from './database.server';

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
