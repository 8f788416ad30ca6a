import { sql } from 'kysely';
import type { Database } from '../../src/db/database.server';

/** Reads the content of all tables as text. */
export async function readAllTables(db: Database): Promise<string> {
  const tables = await db.introspection.getTables();
  const contents = tables
    // The search index has no content of its own.
    .filter(({ name }) => name !== 'lead_search_index')
    .map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db));
  return JSON.stringify((await Promise.all(contents)).map(({ rows }) => rows));
}
