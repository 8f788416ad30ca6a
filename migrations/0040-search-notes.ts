import { type Kysely, sql } from 'kysely';

/** The previous release finds these texts, and stores them again without the notes. */
export const isCompatible = true;

/** Lets the site store the search texts of leads with notes again: from now on they have the notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update lead_search_texts set indexed = 0 where lead_id in (
    select lead_id from lead_notes
    union select lead_id from lead_contacts where note is not null
  )`.execute(db);
}
