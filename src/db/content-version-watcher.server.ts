import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './database.server';
import type { OutageLog } from './outage-log.server';

/** Milliseconds between two looks at the content version. */
const pollIntervalMs = 400;

interface ContentVersionWatcher {
  /** Looks at once, after a write of this process. */
  checkNow: () => Promise<void>;
  /** Ends it, when the look that is under way is over. */
  stop: () => Promise<void>;
}

/**
 * Calls back when the content has changed, whichever process did it. It asks again and again because
 * that works on every SQL engine; PostgreSQL's notifications would need a connection of their own.
 */
export async function watchContentVersion(
  db: Database,
  onChange: () => void,
  { log, outages }: { log: FastifyBaseLogger; outages: OutageLog },
): Promise<ContentVersionWatcher> {
  let lastVersion: string | undefined;
  let isFailing = false;

  /** @returns whether it could look */
  async function checkVersion(): Promise<boolean> {
    try {
      const row = await db
        .selectFrom('siteState')
        .select('value')
        .where('key', '=', 'content_version')
        .executeTakeFirst();
      isFailing = false;
      if (row?.value !== lastVersion) {
        lastVersion = row?.value;
        onChange();
      }
      return true;
    } catch (error) {
      // What is known goes on being served meanwhile; one line for the whole outage.
      if (!outages.record(error) && !isFailing) {
        log.error({ err: error }, 'the content version could not be read');
      }
      isFailing = true;
      return false;
    }
  }

  const abortController = new AbortController();
  async function poll(): Promise<void> {
    for (;;) {
      await pause(pollIntervalMs, undefined, { signal: abortController.signal, ref: false }).catch(
        () => {},
      );
      if (abortController.signal.aborted) return;
      await checkVersion();
    }
  }

  await checkVersion();
  const polling = poll();
  return {
    async checkNow() {
      // Something may have been written; when in doubt it was.
      if (!(await checkVersion())) onChange();
    },
    stop() {
      abortController.abort();
      return polling;
    },
  };
}
