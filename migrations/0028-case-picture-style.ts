import { type Kysely, sql } from 'kysely';

/** The previous release can run on the result. */
export const isCompatible = true;

/** Adds how the pictures of case studies are shown: as a photograph, or like the drawings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('case_studies')
    .addColumn('image_style', 'text', (column) => column.notNull().defaultTo('cutout'))
    .execute();
  // A picture without transparency was stored as JPEG.
  await sql`
    update case_studies set image_style = 'photo'
    where image_url in (select '/objects/' || id from pictures where fallback = 'jpg')`.execute(db);
}
