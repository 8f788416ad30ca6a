import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createSerialQueue } from '../lib/serial-queue';
import { startJob } from '../lib/start-job.server';
import type { Database, DatabaseTransaction } from './database.server';
import { readSiteState } from './site-state.server';

const contentVersionKey = 'content_version';

/** Reads the content version, which rises with each change of what visitors see. */
export const readContentVersion = (db: Database): Promise<string | undefined> =>
  readSiteState(db, contentVersionKey);

/**
 * Increments the content version, in the transaction that changes content. The update of this one
 * row also serializes writers, so that a reorder never interleaves with another reorder or a
 * delete.
 */
export async function bumpContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('siteState')
    .set({ value: sql`cast(cast(value as integer) + 1 as text)` })
    .where('key', '=', contentVersionKey)
    .execute();
}

/** Serializes with `bumpContentVersion`, for writers that change nothing visible. */
export async function lockContentVersion(transaction: DatabaseTransaction): Promise<void> {
  await transaction
    .updateTable('siteState')
    .set((eb) => ({ value: eb.ref('value') }))
    .where('key', '=', contentVersionKey)
    .execute();
}

/** Milliseconds between two reads of the content version. */
const pollIntervalMs = 400;

/**
 * Calls back when the content has changed, in any process. It polls, because that works on every
 * SQL engine; PostgreSQL's notifications would need a connection of their own.
 */
export async function watchContentVersion(
  db: Database,
  onChange: () => Promise<void>,
  { log, outages, mayPoll }: Pick<FastifyInstance, 'log' | 'outages' | 'mayPoll'>,
) {
  let version: string | undefined;
  /** The version that was passed on successfully. */
  let lastVersion: string | undefined;
  let isFailing = false;

  async function checkVersion(): Promise<void> {
    const newVersion = await readContentVersion(db);
    // Before the caches are emptied: from then on, nothing older may be read into them.
    version = newVersion;
    if (newVersion !== lastVersion) {
      await onChange();
      lastVersion = newVersion;
    }
    isFailing = false;
  }

  /** Logs once per outage. Cached content is still served meanwhile. */
  function reportFailure(error: unknown): void {
    if (!outages.record(error) && !isFailing) {
      log.error({ err: error }, 'the content version could not be read');
    }
    isFailing = true;
  }

  /** One after the other: a slower earlier reload would bring older content back. */
  const queue = createSerialQueue();

  await checkVersion().catch(reportFailure);
  return {
    /** Returns the version that was read last; undefined before the first one. */
    getVersion: () => version,
    /** Reads the version now, after a write of this process. */
    checkNow: () =>
      queue(async () => {
        try {
          await checkVersion();
        } catch (error) {
          reportFailure(error);
          // The write may have succeeded before the failure.
          await onChange().catch(() => {});
        }
      }),
    /** Stops watching, after a read that is in flight has ended. */
    stop: startJob(
      async () => {
        if (mayPoll()) await queue(checkVersion);
      },
      { intervalMs: pollIntervalMs, onError: reportFailure },
    ),
  };
}
