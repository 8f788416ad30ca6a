import { sql, type Transaction } from 'kysely';
import { expect } from 'vitest';
import type { Database, Tables } from '../../src/db/database.server';

/** Counts the statements on a PostgreSQL database that wait for a lock. */
export async function countLockWaits(db: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`.execute(db);
  return rows[0]?.count;
}

/**
 * Sends a request that waits for a lock of another process's transaction.
 * @param lock what the transaction does before the request
 * @param finish what happens while the request waits, before the transaction commits
 */
export async function sendDuring<Result>(
  db: Database,
  lock: (transaction: Transaction<Tables>) => Promise<unknown>,
  send: () => PromiseLike<Result>,
  finish?: (transaction: Transaction<Tables>) => Promise<unknown>,
): Promise<Result> {
  const { result } = await db.transaction().execute(async (transaction) => {
    await lock(transaction);
    // With `then`, because Fastify's response starts only when someone waits for it.
    const result = send().then((it) => it);
    await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
    await finish?.(transaction);
    return { result };
  });
  return result;
}
