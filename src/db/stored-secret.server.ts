import { randomBytes } from 'node:crypto';
import type { Database } from './database.server';
// Declares the table.
import './content-version.server';

/** The key in `site_state` under which a secret lies. */
export const buildSecretKey = (name: string) => `secret_${name}`;

/** The secret of this name, if it was made. */
export async function findSecret(db: Database, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('siteState')
    .select('value')
    .where('key', '=', buildSecretKey(name))
    .executeTakeFirst();
  return row?.value;
}

/**
 * A secret that this installation made for itself. In the database and not in the data folder: all
 * processes of one database share it, on whatever machines they run.
 * @param name what it is for
 */
export async function getOrCreateSecret(db: Database, name: string): Promise<string> {
  await db
    .insertInto('siteState')
    .values({ key: buildSecretKey(name), value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const secret = await findSecret(db, name);
  // Not an empty one: everybody knows that.
  if (!secret) throw new Error(`The secret ${name} could not be stored.`);
  return secret;
}
