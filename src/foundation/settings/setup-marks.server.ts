import type { Database } from '../../db/database.server';
import '../../db/content-version.server';

/** Steps before the opening of the site that the owner has done or hidden. Stored with a value. */
export type SetupMark = 'setup_test_email' | 'setup_report' | 'setup_hidden';

/** Stores a mark. A later one replaces it. */
export async function writeSetupMark(db: Database, key: SetupMark, value: string): Promise<void> {
  await db
    .insertInto('siteState')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Reads all marks. */
export async function readSetupMarks(db: Database): Promise<Partial<Record<SetupMark, string>>> {
  const rows = await db
    .selectFrom('siteState')
    .selectAll()
    .where('key', 'in', ['setup_test_email', 'setup_report', 'setup_hidden'])
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}
