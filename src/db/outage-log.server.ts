import type { FastifyBaseLogger } from 'fastify';
import { getErrorCode } from '../lib/errors';
import { MINUTE } from '../lib/time/durations';
import type { Database } from './database.server';
import { probeWrite } from './site-state.server';
import { isStorageError } from './storage-error.server';

declare module 'fastify' {
  interface FastifyInstance {
    outages: OutageLog;
  }
}

/** Milliseconds between two tests whether the database accepts writes again. */
const probeIntervalMs = 1_000;

/** Milliseconds between two log lines about an ongoing outage. */
const reminderIntervalMs = 10 * MINUTE;

export type OutageLog = ReturnType<typeof createOutageLog>;

/** Logs an outage of the database or the disk as one event, however many requests it fails. */
export function createOutageLog(db: Database, log: FastifyBaseLogger) {
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

  /**
   * Records an error of an outage. The first one is logged with its error, and the end with the
   * number of failures.
   * @returns whether it is an error of an outage; the caller logs any other
   */
  function record(error: unknown): boolean {
    // Waiting for a locked SQLite file blocks the whole process, so it is not probed.
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
  }

  return {
    record,
    /** Creates a function that logs errors with a message, apart from those of an outage. */
    createReporter:
      (message: string, fields: object = {}) =>
      (error: unknown): void => {
        if (!record(error)) log.error({ err: error, ...fields }, message);
      },
    stop(): void {
      clearTimeout(timer);
      outage = undefined;
    },
  };
}
