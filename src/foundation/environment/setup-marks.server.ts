import type { Database } from '../../db/database.server';
import { writeSiteState } from '../../db/site-state.server';

/** Steps before the opening of the site that the owner has done or hidden. Stored with a value. */
const setupMarks = ['setup_test_email', 'setup_report', 'setup_words', 'setup_hidden'] as const;

export type SetupMark = (typeof setupMarks)[number];

/** Stores a mark. A later one replaces it. */
export const writeSetupMark = (db: Database, mark: SetupMark, value: string): Promise<void> =>
  writeSiteState(db, mark, value);

/** Reads all marks. */
export async function readSetupMarks(db: Database): Promise<Partial<Record<SetupMark, string>>> {
  const rows = await db
    .selectFrom('siteState')
    .selectAll()
    .where('key', 'in', setupMarks)
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}
