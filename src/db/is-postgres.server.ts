import { PostgresAdapter, sql } from 'kysely';
import type { Database } from './database.server';

/** Returns whether a database is PostgreSQL; otherwise it is SQLite. */
export const isPostgres = (db: Pick<Database, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Returns whether the server is PostgreSQL itself, and not an engine that speaks its protocol. */
export async function isPlainPostgres(
  db: Pick<Database, 'getExecutor' | 'executeQuery'>,
): Promise<boolean> {
  if (!isPostgres(db)) return false;
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db);
  return /^PostgreSQL (?!.*-YB-)/.test(rows[0]?.version ?? '');
}
