import { type Kysely, sql } from 'kysely';

export const tables = ['demo_items'];

export const isCompatible = true;

/** The demo content is inserted right after its time is recorded. */
const maxSeedMs = 10_000;

/** Adds the marks of demo content, by which the owner removes all of it in one step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('demo_items')
    .addColumn('item_id', 'text', (column) => column.primaryKey())
    .addColumn('collection', 'text', (column) => column.notNull())
    // Null for an item that was not removed.
    .addColumn('removed_at', 'text')
    .execute();

  const { rows } = await sql<{ value: string }>`
    select value from site_state where key = 'demo_content'`.execute(db);
  const seededAt = Date.parse(rows[0]?.value ?? '');
  if (Number.isNaN(seededAt)) return;
  const [from, to] = [seededAt, seededAt + maxSeedMs].map((at) => new Date(at).toISOString());
  for (const [collection, table] of [
    ['stats', 'stats'],
    ['talents', 'talents'],
    ['case-studies', 'case_studies'],
    ['packages', 'onboarding_packages'],
  ] as const) {
    // An item that the owner has edited is the owner's.
    await sql`
      insert into demo_items (item_id, collection)
      select id, ${collection} from ${sql.table(table)} as item
      where item.created_at >= ${from} and item.created_at <= ${to}
        and not exists (
          select 1 from audit where audit.item_id = item.id and audit.action = 'changed'
        )`.execute(db);
  }
}
