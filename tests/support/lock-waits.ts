import { sql } from 'kysely';
import type { Database } from '../../src/db/database.server';

/** Counts the statements on a PostgreSQL database that wait for a lock. */
export async function countLockWaits(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows[0]?.count;
}
