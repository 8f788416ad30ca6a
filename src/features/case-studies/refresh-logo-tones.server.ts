import { sql } from 'kysely';
import { bumpContentVersion } from '../../db/content-version.server';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { picturesPath } from '../../lib/picture-url';

/** Copies the colors and widths of logos to the case studies, after the colors have been read. */
export const refreshLogoTones = (db: Database): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    await bumpContentVersion(transaction);
    const logo = sql`from pictures where ${picturesPath} || id = client_logo`;
    await sql`
      update case_studies set
        logo_tone = (select tone ${logo}),
        logo_width = (select cast(round(32.0 * width / height) as integer) ${logo})
      where exists (select 1 ${logo} and tone is not null and height > 0)`.execute(transaction);
  });
