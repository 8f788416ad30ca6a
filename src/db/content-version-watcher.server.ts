import type { FastifyBaseLogger } from 'fastify';
import { createSerialQueue } from '../lib/serial-queue';
import { startPolling } from '../lib/start-polling.server';
import { readContentVersion } from './content-version.server';
import type { Database } from './database.server';
import type { OutageLog } from './outage-log.server';

/** Milliseconds between two reads of the content version. */
const pollIntervalMs = 400;

interface ContentVersionWatcher {
  /** Returns the version that was read last; undefined before the first one. */
  getVersion: () => string | undefined;
  /** Reads the version now, after a write of this process. */
  checkNow: () => Promise<void>;
  /** Stops watching, after a read that is in flight has ended. */
  stop: () => Promise<void>;
}

interface WatcherOptions {
  log: FastifyBaseLogger;
  outages: OutageLog;
  mayPoll: () => boolean;
}

/**
 * Calls back when the content has changed, in any process. It polls, because that works on every
 * SQL engine; PostgreSQL's notifications would need a connection of their own.
 */
export async function watchContentVersion(
  db: Database,
  onChange: () => Promise<void>,
  { log, outages, mayPoll }: WatcherOptions,
): Promise<ContentVersionWatcher> {
  let version: string | undefined;
  /** The version that was passed on successfully. */
  let lastVersion: string | undefined;
  let isFailing = false;

  /** @returns whether the version could be read */
  async function checkVersion(): Promise<boolean> {
    try {
      const newVersion = await readContentVersion(db);
      // Before the caches are emptied: from then on, nothing older may be read into them.
      version = newVersion;
      if (newVersion !== lastVersion) {
        await onChange();
        lastVersion = newVersion;
      }
      isFailing = false;
      return true;
    } catch (error) {
      // Cached content is still served meanwhile. Logged once per outage.
      if (!outages.record(error) && !isFailing) {
        log.error({ err: error }, 'the content version could not be read');
      }
      isFailing = true;
      return false;
    }
  }

  /** One after the other: a slower earlier reload would bring older content back. */
  const queue = createSerialQueue();

  await checkVersion();
  return {
    getVersion: () => version,
    checkNow: () =>
      queue(async () => {
        // The write may have succeeded before the failure.
        if (!(await checkVersion())) await onChange().catch(() => {});
      }),
    stop: startPolling(pollIntervalMs, async () => {
      if (mayPoll()) await queue(checkVersion);
    }),
  };
}
