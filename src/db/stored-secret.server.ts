import { randomBytes } from 'node:crypto';
import type { Database } from './database.server';
import { readSiteState } from './site-state.server';

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
