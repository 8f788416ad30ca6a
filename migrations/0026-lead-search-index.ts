import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../src/db/database.server';

export const tables = ['lead_search_queue'];

/** An earlier release finds a new inquiry by its text a few seconds later, once it is indexed. */
export const isCompatible = true;

/**
 * Adds SQLite's full-text index of trigrams. Triggers update it, so that it also has what an earlier
 * release writes. It stores no texts, and of the trigrams neither their positions nor their number.
 */
async function createSqliteIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table lead_search_index using fts5 (
    text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
  )`.execute(db);
  const add = sql`insert into lead_search_index (rowid, text) values (new.rowid, new.text)`;
  const remove = sql`insert into lead_search_index (lead_search_index, rowid, text)
    values ('delete', old.rowid, old.text)`;
  await sql`create trigger lead_search_text_added after insert on lead_search_texts
    when new.indexed = 1 begin ${add}; end`.execute(db);
  await sql`create trigger lead_search_text_removed after delete on lead_search_texts
    when old.indexed = 1 begin ${remove}; end`.execute(db);
  // Before and after, because triggers at the same time have no order.
  await sql`create trigger lead_search_text_replaced before update of text, indexed
    on lead_search_texts when old.indexed = 1 begin ${remove}; end`.execute(db);
  await sql`create trigger lead_search_text_changed after update of text, indexed
    on lead_search_texts when new.indexed = 1 begin ${add}; end`.execute(db);
}

/**
 * Adds PostgreSQL's index of trigrams. `pg_trgm` would need the right to create an extension.
 * Trigrams are of bytes, in an integer: `substr` would count the characters anew for each.
 */
async function createPostgresIndex(db: Kysely<unknown>): Promise<void> {
  // The cost keeps the planner from calling it for each row.
  await sql`create or replace function lead_trigrams(value text) returns integer[]
    language sql immutable strict parallel safe cost 5000
    as $$
      select array_agg(distinct
        (get_byte(bytes, i) << 16) | (get_byte(bytes, i + 1) << 8) | get_byte(bytes, i + 2))
      from (select convert_to(value, 'UTF8') as bytes) as encoded,
        generate_series(0, octet_length(bytes) - 3) as i
    $$`.execute(db);
  // A search reads the pending list from start to end, so it has to be short.
  await sql`create index lead_search_index on lead_search_texts using gin (lead_trigrams(text))
    with (gin_pending_list_limit = 256) where indexed = 1`.execute(db);
}

/**
 * Adds an index of the search texts, and a queue of those that are not in the table yet. Existing
 * texts are indexed after the start. Adds the industry to the index of the statuses, so that a
 * count by both doesn't read the leads.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('lead_search_queue')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('texts', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable('lead_search_texts')
    .addColumn('indexed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('lead_search_texts_unindexed')
    .on('lead_search_texts')
    .column('lead_id')
    .where(sql.ref('indexed'), '=', sql.lit(0))
    .execute();
  if (isPostgres(db)) await createPostgresIndex(db);
  else await createSqliteIndex(db);

  await db.schema.dropIndex('leads_newest_of_status').execute();
  await db.schema
    .createIndex('leads_newest_of_status')
    .on('leads')
    .columns(['status', 'created_at', 'id', 'suspect', 'deleted_at', 'merged_into_id', 'industry'])
    .where(sql.ref('deleted_at'), 'is', null)
    .where(sql.ref('merged_into_id'), 'is', null)
    .execute();
}
