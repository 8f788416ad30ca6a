import { randomBytes } from 'node:crypto';
import type { Database } from './database.server';
import { runInTransaction } from './transactions.server';

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

/** The key of a secret in `site_state`. */
export const buildSecretKey = (name: string) => `secret_${name}`;

/** Reads the secret of this name; undefined if it was not created yet. */
export const findSecret = (db: Database, name: string): Promise<string | undefined> =>
  readSiteState(db, buildSecretKey(name));

/**
 * Returns a secret that this installation has generated for itself. It is in the database and not
 * in the data folder, so that all processes of one database share it, on any machine.
 * @param name its purpose
 */
export async function getOrCreateSecret(db: Database, name: string): Promise<string> {
  await db
    .insertInto('siteState')
    .values({ key: buildSecretKey(name), value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const secret = await findSecret(db, name);
  // Never use an empty secret: anybody could guess it.
  if (!secret) throw new Error(`The secret ${name} could not be stored.`);
  return secret;
}
