import { hash } from 'node:crypto';
import { getTimeAgo, HOUR } from '../lib/time/durations';
import { type Columns, createBulkStatement } from './bulk-statement.server';
import type { Database } from './database.server';
import { createGroupCommit } from './group-commit.server';
import { getOrCreateSecret } from './site-state.server';

interface RateLimitRow {
  key: string;
  count: number;
  /** The start and the end of the window, as ISO 8601. */
  startedAt: string;
  endsAt: string;
}

declare module './database.server' {
  interface Tables {
    rateLimits: RateLimitRow;
  }
}

/** The count within a window, including this one. */
interface WindowCount {
  count: number;
  /** The end of the window, in milliseconds since the epoch. */
  endsAt: number;
}

export type RateLimitCounter = ReturnType<typeof createRateLimitCounter>;

interface Entry {
  key: string;
  windowMs: number;
}

/** Requests per statement. */
const maxBatchSize = 64;

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
        // A window that begins after the end of a new one is of a clock that was ahead. Another
        // process's may be ahead by a little.
        const isRunning = eb.and([
          eb('rateLimits.endsAt', '>', eb.ref('excluded.startedAt')),
          eb('rateLimits.startedAt', '<', eb.ref('excluded.endsAt')),
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
 * Counts in the database, so that all processes share the limits. Concurrent increments share a
 * statement. Keys are stored as keyed hashes, so that a glance at the table shows no addresses; the
 * hash key is in the same database, so a thief is not stopped.
 */
export function createRateLimitCounter(db: Database) {
  let secret: Promise<string> | undefined;

  async function commit(batch: readonly (readonly Entry[])[]): Promise<WindowCount[][]> {
    const now = new Date();
    const startedAt = now.toISOString();
    const rows = new Map<string, RateLimitRow>();
    for (const { key, windowMs } of batch.flat()) {
      const row = rows.get(key);
      if (row) row.count += 1;
      else {
        const endsAt = new Date(now.getTime() + windowMs).toISOString();
        rows.set(key, { key, count: 1, startedAt, endsAt });
      }
    }
    // Sorted, so that two transactions lock rows in the same order and never deadlock.
    const sorted = [...rows.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
    // Without an explicit transaction, which would cost two more round trips. The connection
    // retries conflicts by itself.
    const stored = await db.executeQuery(incrementCounts(db, sorted));
    const totals = new Map(stored.rows.map((row) => [row.key, row]));
    // The first of a batch gets the lowest count, as if each had been counted alone.
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
    secret ??= getOrCreateSecret(db, 'rate-limit').catch((error) => {
      secret = undefined;
      throw error;
    });
    const prefix = await secret;
    // Not an HMAC, which takes five times as long: the hashes prove nothing to anyone.
    return keys.map((key) => hash('sha256', `${prefix}${key}`, 'base64url'));
  }

  /** Increments the count of each key. @returns the counts in their windows */
  const increment = async (keys: readonly string[], windowMs: number): Promise<WindowCount[]> =>
    store((await hashKeys(keys)).map((key) => ({ key, windowMs })));

  /** Reads the current count of each key without incrementing it. */
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

/** Deletes the counts of ended windows, and of those that a clock has begun which was ahead. */
export async function purgeRateLimits(db: Database): Promise<void> {
  await db
    .deleteFrom('rateLimits')
    .where(({ eb, or }) =>
      or([eb('endsAt', '<=', getTimeAgo(0)), eb('startedAt', '>', getTimeAgo(-HOUR))]),
    )
    .execute();
}
