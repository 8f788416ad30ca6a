import './content-version.server';
import type { Database } from './database.server';

const probeKey = 'write_probe';

/**
 * Writes and commits one row. Nothing less is a reliable test: a full disk, a read-only server and
 * a standby that must confirm each commit all let a write begin, and some let it be rolled back.
 * @throws the database's error when nothing can be written
 */
export async function probeWrite(db: Database): Promise<void> {
  const value = new Date().toISOString();
  await db
    .insertInto('siteState')
    .values({ key: probeKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
