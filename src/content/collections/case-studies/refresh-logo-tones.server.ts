import { sql } from 'kysely';
import { bumpContentVersion } from '../../../db/content-version.server';
import type { DatabaseTransaction } from '../../../db/database.server';
import { picturesPath } from '../../../lib/picture-url';
import { logoHeightPx } from '../../../lib/picture-values';

/** Copies the color and the width of a logo to its case studies, after its color has been read. */
export async function refreshLogoTones(
  transaction: DatabaseTransaction,
  pictureId: string,
): Promise<void> {
  await bumpContentVersion(transaction);
  const logo = sql`from pictures where id = ${pictureId}`;
  await sql`
    update case_studies set
      logo_tone = (select tone ${logo}),
      logo_width = (select cast(round(1.0 * ${sql.lit(logoHeightPx)} * width / height) as integer) ${logo})
    where client_logo = ${picturesPath + pictureId}
      and exists (select 1 ${logo} and height > 0)`.execute(transaction);
}
