import { type Kysely, sql } from 'kysely';

/** The previous release can run on the result, but shows drafts like published items. */
export const isCompatible = true;

/**
 * Adds drafts, scheduled changes, the talents that the owner shows on the home page, and how their
 * pictures are shown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['stats', 'talents', 'case_studies', 'onboarding_packages']) {
    await db.schema
      .alterTable(table)
      .addColumn('state', 'text', (column) =>
        column
          .notNull()
          .defaultTo('published')
          .check(sql`state in ('draft', 'scheduled', 'published')`),
      )
      .execute();
    for (const name of ['publish_at', 'unpublish_at', 'pending']) {
      await db.schema.alterTable(table).addColumn(name, 'text').execute();
    }
  }
  await db.schema
    .alterTable('talents')
    .addColumn('on_home', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  await db.schema
    .alterTable('talents')
    .addColumn('image_style', 'text', (column) => column.notNull().defaultTo('cutout'))
    .execute();
  // A picture without transparency was stored as JPEG.
  await sql`
    update talents set image_style = 'photo'
    where image_url in (select '/objects/' || id from pictures where fallback = 'jpg')`.execute(db);
}
