import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../lib/database.server';
import type { OutageLog } from './outage-log.server';

/** Milliseconds between two looks at the content version. */
const interval = 400;

interface ContentWatch {
  /** Looks at once, after a write of this process. */
  lookNow: () => Promise<void>;
  /** Ends it, when the look that is under way is over. */
  stop: () => Promise<void>;
}

/**
 * Calls back when the content has changed, whichever process did it. It asks again and again because
 * that works on every SQL engine; PostgreSQL's notifications would need a connection of their own.
 */
export async function watchContent(
  db: Database,
  onChange: () => void,
  { log, outages }: { log: FastifyBaseLogger; outages: OutageLog },
): Promise<ContentWatch> {
  let seen: string | undefined;
  let failing = false;

  /** @returns whether it could look */
  async function look(): Promise<boolean> {
    try {
      const row = await db
        .selectFrom('siteState')
        .select('value')
        .where('key', '=', 'content_version')
        .executeTakeFirst();
      failing = false;
      if (row?.value !== seen) {
        seen = row?.value;
        onChange();
      }
      return true;
    } catch (error) {
      // What is known goes on being served meanwhile; one line for the whole outage.
      if (!outages.note(error) && !failing) {
        log.error({ err: error }, 'the content version could not be read');
      }
      failing = true;
      return false;
    }
  }

  const stopped = new AbortController();
  async function watch(): Promise<void> {
    for (;;) {
      await pause(interval, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      if (stopped.signal.aborted) return;
      await look();
    }
  }

  await look();
  const watching = watch();
  return {
    async lookNow() {
      // Something may have been written; when in doubt it was.
      if (!(await look())) onChange();
    },
    stop() {
      stopped.abort();
      return watching;
    },
  };
}
