import { type Kysely, sql } from 'kysely';

export const tables = ['pictures'];

/**
 * The default focal point of a picture, until the owner chooses one: faces are above the middle.
 */
const focus = { talents: '50% 30%', case_studies: '50% 50%' } as const;

/**
 * Updates the URLs of the demo's drawings, which are stored like uploaded pictures from now on.
 * @param folder where the drawings were
 */
async function moveDemoPictures(
  db: Kysely<unknown>,
  table: keyof typeof focus,
  folder: string,
): Promise<void> {
  await sql`
    update ${sql.table(table)}
    set image_url = replace(replace(image_url, ${`/pictures/${folder}/`}, '/objects/demo-'), '.svg', '')
    where image_url like ${`/pictures/${folder}/%.svg`}
  `.execute(db);
}

/** Adds uploaded pictures, and the alternative text and the focal point of each picture. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pictures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('awaited', 'arriving', 'ready', 'leaving')`),
    )
    .addColumn('session_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('fallback', 'text', (column) => column.check(sql`fallback in ('jpg', 'png')`))
    .addColumn('unused_since', 'text')
    .execute();
  await db.schema
    .createIndex('pictures_by_state')
    .on('pictures')
    .columns(['state', 'expires_at'])
    .execute();

  for (const table of ['talents', 'case_studies'] as const) {
    await db.schema.alterTable(table).addColumn('image_alt', 'text').execute();
    await db.schema
      .alterTable(table)
      .addColumn('image_focus', 'text', (column) => column.notNull().defaultTo(focus[table]))
      .execute();
  }
  await moveDemoPictures(db, 'talents', 'portraits');
  await moveDemoPictures(db, 'case_studies', 'cases');
}
