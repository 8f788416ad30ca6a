import type { FastifyBaseLogger } from 'fastify';
import { getErrorCode } from '../lib/get-error-code';
import { MINUTE } from '../lib/time';
import type { Database } from './database.server';
import { probeWrite } from './probe-write.server';
import { isStorageError } from './storage-error.server';

declare module 'fastify' {
  interface FastifyInstance {
    outages: OutageLog;
  }
}

/** Milliseconds between two looks whether the database takes writes again. */
const probeIntervalMs = 1_000;

/** Milliseconds between two lines about an outage that lasts. */
const reminderIntervalMs = 10 * MINUTE;

export interface OutageLog {
  /**
   * Takes note of a failure that an outage causes. The first is logged with its error, and the end with how
   * many there were.
   * @returns whether it is such a failure; any other is the caller's to log
   */
  record: (error: unknown) => boolean;
  stop: () => void;
}

/** Logs an outage of the database or the disk as one event, however many requests fail by it. */
export function createOutageLog(db: Database, log: FastifyBaseLogger): OutageLog {
  let outage: { startedAt: number; remindedAt: number; failures: number } | undefined;
  let timer: NodeJS.Timeout | undefined;

  const summarizeOutage = ({ startedAt, failures }: { startedAt: number; failures: number }) => ({
    failures,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  });

  const scheduleProbe = () => {
    timer = setTimeout(probeStorage, probeIntervalMs).unref();
  };

  async function probeStorage(): Promise<void> {
    const isOver = await probeWrite(db).then(
      () => true,
      () => false,
    );
    if (!outage) return;
    if (isOver) {
      log.info(summarizeOutage(outage), 'storage is available again');
      outage = undefined;
      return;
    }
    if (performance.now() - outage.remindedAt > reminderIntervalMs) {
      outage.remindedAt = performance.now();
      log.error(summarizeOutage(outage), 'storage is still unavailable');
    }
    scheduleProbe();
  }

  return {
    record(error) {
      // A locked SQLite file holds up the whole process for as long as it is waited for: no probe for that.
      if (!isStorageError(error) || /^SQLITE_BUSY/.test(getErrorCode(error))) return false;
      if (outage) {
        outage.failures += 1;
        return true;
      }
      const now = performance.now();
      outage = { startedAt: now, remindedAt: now, failures: 1 };
      log.error({ err: error }, 'storage is unavailable');
      scheduleProbe();
      return true;
    },
    stop() {
      clearTimeout(timer);
      outage = undefined;
    },
  };
}
