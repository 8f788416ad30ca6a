import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../db/database.server';
import { isPostgres } from '../../db/database.server';
import { startJob } from '../../lib/start-job.server';
import { SECOND } from '../../lib/time/durations';
import type { DocumentStore } from './documents.server';

/** Documents that change at a time. */
type Scheduled = Pick<DocumentStore<never, never>, 'findNextDueAt' | 'applyDueChanges'>;

/**
 * Reads the clock by which changes are published: PostgreSQL's, so that a machine whose clock is fast
 * publishes nothing early. SQLite runs on this machine.
 */
async function readClock(db: Database): Promise<string> {
  if (!isPostgres(db)) return new Date().toISOString();
  const { rows } = await sql<{ ms: string }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms`.execute(db);
  return new Date(Number(rows[0]?.ms)).toISOString();
}

/**
 * Publishes and unpublishes content when it is due. Each process tries, and the database lets one
 * succeed. That increments the content version, by which all processes notice it. Sends no queries
 * without scheduled changes.
 */
export function createScheduledChanges(
  db: Database,
  stores: readonly Scheduled[],
  { outages, mayPoll }: Pick<FastifyInstance, 'outages' | 'mayPoll'>,
) {
  let dueTimes: { store: Scheduled; dueAt: string }[] = [];

  /** @returns whether something was due */
  async function applyAll(): Promise<boolean> {
    if (dueTimes.length === 0 || !mayPoll()) return false;
    const now = await readClock(db);
    const due = dueTimes.filter(({ dueAt }) => dueAt <= now);
    for (const { store } of due) await store.applyDueChanges(now);
    return due.length > 0;
  }

  return {
    /** Reads when the next changes are due, after the content has changed. */
    async refresh(): Promise<void> {
      const found: typeof dueTimes = [];
      for (const store of stores) {
        const dueAt = await store.findNextDueAt();
        if (dueAt !== null) found.push({ store, dueAt });
      }
      dueTimes = found;
    },

    /**
     * Applies changes when they are due, within a second.
     * @param onApplied called afterwards
     * @returns a function that stops it, after a change in progress
     */
    start(onApplied: () => Promise<void>): () => Promise<void> {
      return startJob(
        async () => {
          if (await applyAll()) await onApplied();
        },
        {
          intervalMs: SECOND,
          onError: outages.createReporter('a scheduled change failed'),
        },
      );
    },
  };
}
