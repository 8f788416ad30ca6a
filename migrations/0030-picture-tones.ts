import { type Kysely, sql } from 'kysely';

/** The previous release can run on the result. */
export const isCompatible = true;

/**
 * Adds the color of logos and the brightness of photographs. The server reads the colors of the
 * logos that are stored already after its start, because that takes their files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('pictures').addColumn('tone', 'text').execute();
  await db.schema.alterTable('pictures').addColumn('exposure', 'integer').execute();
  for (const table of ['talents', 'case_studies']) {
    await db.schema
      .alterTable(table)
      .addColumn('image_exposure', 'integer', (column) => column.notNull().defaultTo(100))
      .execute();
  }
  await db.schema
    .alterTable('case_studies')
    .addColumn('logo_tone', 'text', (column) => column.notNull().defaultTo('color'))
    .execute();
  await db.schema
    .alterTable('case_studies')
    .addColumn('logo_width', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  // A picture without transparency was stored as JPEG.
  await sql`update pictures set tone = 'boxed' where fallback = 'jpg'`.execute(db);
}
