import { PostgresAdapter } from 'kysely';
import type { Database } from './database.server';

/** Whether a database is PostgreSQL; otherwise it is SQLite. */
export const isPostgres = (db: Pick<Database, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
