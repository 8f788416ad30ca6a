import { createHmac } from 'node:crypto';
import { type Columns, createBulkStatement } from './bulk-statement.server';
import type { Database } from './database.server';
import { createGroupCommit } from './group-commit.server';
import { runInTransaction } from './run-in-transaction.server';
import { getOrCreateSecret } from './stored-secret.server';

interface RateLimitRow {
  key: string;
  count: number;
  /** ISO 8601: when the first of the window was counted, and when the window is over. */
  startedAt: string;
  endsAt: string;
}

declare module './database.server' {
  interface Tables {
    rateLimits: RateLimitRow;
  }
}

/** How many there have been in a window, this one included. */
export interface WindowCount {
  count: number;
  /** When the window is over, in milliseconds since the epoch. */
  endsAt: number;
}

export interface RateLimitCounter {
  /** Counts one more under each key. @returns how many there are in the windows they share */
  (keys: readonly string[], windowMs: number): Promise<WindowCount[]>;
  /** Reads how many each key has in its window, and counts nothing. */
  read(keys: readonly string[]): Promise<number[]>;
}

interface Entry {
  key: string;
  windowMs: number;
}

/** Requests that share one statement. */
const maxBatchSize = 64;

/** New counts of one process after which it deletes what is over: a flood must not wait for the housekeeping. */
const maxNewKeysBeforePurge = 10_000;

const columns: Columns<RateLimitRow> = {
  key: 'text',
  count: 'integer',
  startedAt: 'text',
  endsAt: 'text',
};

const incrementCounts = createBulkStatement(columns, (db, rows, names) =>
  db
    .insertInto('rateLimits')
    .columns(names)
    .expression(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        // A window that begins after ours would end was opened by a clock that has been set back: it is
        // over. One that begins a little later than ours is a faster process's, and both count in it.
        const isRunning = eb.and([
          eb('rateLimits.endsAt', '>', eb.ref('excluded.startedAt')),
          eb('rateLimits.startedAt', '<=', eb.ref('excluded.endsAt')),
        ]);
        const keepWhileRunning = <Column extends 'startedAt' | 'endsAt'>(column: Column) =>
          eb
            .case()
            .when(isRunning)
            .then(eb.ref(`rateLimits.${column}`))
            .else(eb.ref(`excluded.${column}`))
            .end();
        return {
          count: eb
            .case()
            .when(isRunning)
            .then(eb('rateLimits.count', '+', eb.ref('excluded.count')))
            .else(eb.ref('excluded.count'))
            .end(),
          startedAt: keepWhileRunning('startedAt'),
          endsAt: keepWhileRunning('endsAt'),
        };
      }),
    )
    .returning(['key', 'count', 'endsAt']),
);

/**
 * Counts in the database, so that all processes share a limit. What arrives at the same time is counted
 * by one statement. On PostgreSQL its table is unlogged, so that a count costs no fsync.
 *
 * What is counted is stored as a keyed hash: addresses of people and of machines stay out of the table.
 * The key lies in the same database, so the hash hides them from a look, not from a thief.
 * @returns counts one more under each key, and gives how many there are in the windows they share
 */
export function createRateLimitCounter(db: Database): RateLimitCounter {
  let secret: Promise<string> | undefined;
  let newKeysSincePurge = 0;

  async function readSecret(): Promise<string> {
    secret ??= getOrCreateSecret(db, 'rate-limit');
    try {
      return await secret;
    } catch (error) {
      secret = undefined;
      throw error;
    }
  }

  async function commit(batch: readonly (readonly Entry[])[]): Promise<WindowCount[][]> {
    const now = Date.now();
    const rows = new Map<string, RateLimitRow>();
    for (const { key, windowMs } of batch.flat()) {
      const row = rows.get(key);
      if (row) row.count += 1;
      else {
        const startedAt = new Date(now).toISOString();
        const endsAt = new Date(now + windowMs).toISOString();
        rows.set(key, { key, count: 1, startedAt, endsAt });
      }
    }
    // In one order everywhere: two transactions that lock the same rows must not wait for each other.
    const sorted = [...rows.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const stored = await runInTransaction(db, (transaction) =>
      transaction.executeQuery(incrementCounts(transaction, sorted)),
    );
    newKeysSincePurge += stored.rows.filter(
      ({ key, count }) => count === rows.get(key)?.count,
    ).length;
    if (newKeysSincePurge >= maxNewKeysBeforePurge) {
      newKeysSincePurge = 0;
      await purgeRateLimits(db);
    }
    const totals = new Map(stored.rows.map((row) => [row.key, row]));
    // The first of a batch gets the lowest count, as if each had come by itself.
    return batch.map((group) =>
      group.map(({ key }) => {
        const total = totals.get(key);
        const row = rows.get(key);
        if (!total || !row) throw new Error('A count was not stored.');
        row.count -= 1;
        return { count: Number(total.count) - row.count, endsAt: Date.parse(total.endsAt) };
      }),
    );
  }

  const store = createGroupCommit(commit, maxBatchSize);

  async function hashKeys(keys: readonly string[]): Promise<string[]> {
    const hmacKey = await readSecret();
    return keys.map((key) => createHmac('sha256', hmacKey).update(key).digest('base64url'));
  }

  const increment = async (keys: readonly string[], windowMs: number) =>
    store((await hashKeys(keys)).map((key) => ({ key, windowMs })));

  async function read(keys: readonly string[]): Promise<number[]> {
    const hashes = await hashKeys(keys);
    const rows = await db
      .selectFrom('rateLimits')
      .select(['key', 'count'])
      .where('key', 'in', hashes)
      .where('endsAt', '>', new Date().toISOString())
      .execute();
    const counts = new Map(rows.map(({ key, count }) => [key, Number(count)]));
    return hashes.map((key) => counts.get(key) ?? 0);
  }

  return Object.assign(increment, { read });
}

/** Deletes the counts whose window is over. */
export async function purgeRateLimits(db: Database): Promise<void> {
  await db.deleteFrom('rateLimits').where('endsAt', '<=', new Date().toISOString()).execute();
}
