import { PostgresAdapter } from 'kysely';
import type { Database } from './database.server';

/** Returns whether a database is PostgreSQL; otherwise it is SQLite. */
export const isPostgres = (db: Pick<Database, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
