import { randomBytes } from 'node:crypto';
import type { Database } from './database.server';
// Declares the table.
import './content-version.server';

/**
 * A secret that this installation made for itself. In the database and not in the data folder: all
 * processes of one database share it, on whatever machines they run.
 * @param name what it is for
 */
export async function generatedSecret(db: Database, name: string): Promise<string> {
  const key = `secret_${name}`;
  await db
    .insertInto('siteState')
    .values({ key, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('siteState')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.value;
}
