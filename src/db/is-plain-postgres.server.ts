import { sql } from 'kysely';
import type { Database } from './database.server';
import { isPostgres } from './is-postgres.server';

/** Returns whether the server is PostgreSQL itself, and not an engine that speaks its protocol. */
export async function isPlainPostgres(
  db: Pick<Database, 'getExecutor' | 'executeQuery'>,
): Promise<boolean> {
  if (!isPostgres(db)) return false;
  const { rows } = await sql<{ version: string }>`select version() as version`.execute(db);
  return /^PostgreSQL (?!.*-YB-)/.test(rows[0]?.version ?? '');
}
