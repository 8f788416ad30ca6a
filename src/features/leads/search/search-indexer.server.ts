import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../db/database.server';
import type { OutageLog } from '../../../db/outage-log.server';
import { SECOND } from '../../../lib/time';
import { fillLeadKeys } from '../lead-keys.server';
import { indexQueuedTexts } from './search-queue.server';
import { fillSearchTexts, indexStoredTexts } from './search-text-table.server';

/**
 * Delay before new leads are indexed, so that several share a batch. A search finds them before.
 */
const delayMs = SECOND;

const minPauseMs = 50;

/**
 * Pause after a batch, as a multiple of its duration: indexing takes 2% of the time while leads
 * arrive, and 25% otherwise.
 */
const pauseFactors = { busy: 49, idle: 3 } as const;

/** Time after a lead during which the indexer counts as busy. */
const busyMs = 10 * SECOND;

interface SearchIndexerOptions {
  db: Database;
  outages: Pick<OutageLog, 'record'>;
  log: FastifyBaseLogger;
}

/**
 * Indexes the search texts of new leads, and of those of an earlier release, in small batches. Any
 * number of processes can run it: each takes other rows.
 */
export function createSearchIndexer({ db, outages, log }: SearchIndexerOptions) {
  let timer: NodeJS.Timeout | undefined;
  /** The batch in progress, after those before it. */
  let running: Promise<void> | undefined;
  let starting: Promise<void> | undefined;
  let isStopping = false;
  let lastLeadAt = Number.NEGATIVE_INFINITY;

  function schedule(afterMs: number): void {
    if (timer || isStopping) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = Promise.resolve(running).then(indexBatch);
    }, afterMs);
    timer.unref();
  }

  async function indexBatch(): Promise<void> {
    const startedAt = performance.now();
    try {
      if (!(await indexQueuedTexts(db)) && !(await indexStoredTexts(db))) return;
      const endedAt = performance.now();
      const factor = endedAt - lastLeadAt < busyMs ? pauseFactors.busy : pauseFactors.idle;
      // Replace the timer of a lead that arrived meanwhile.
      clearTimeout(timer);
      timer = undefined;
      schedule(Math.max(minPauseMs, (endedAt - startedAt) * factor));
    } catch (error) {
      // Tried again after the next lead, and within the hour. A search works without the index.
      if (!outages.record(error)) log.error({ err: error }, 'indexing search texts failed');
    }
  }

  /** Fills in the keys and search texts that leads of an earlier release lack. */
  async function fillMissing(): Promise<void> {
    const isStopped = () => isStopping;
    // The texts first: the search takes a lead with keys for one with a text.
    await fillSearchTexts(db, isStopped);
    await fillLeadKeys(db, isStopped);
    schedule(delayMs);
  }

  return {
    fillMissing,

    /** Indexes new leads soon. */
    wake(): void {
      lastLeadAt = performance.now();
      schedule(delayMs);
    },

    /** Fills in and indexes what is missing, in the background. */
    start(): void {
      starting = fillMissing().catch((error: unknown) => {
        if (!outages.record(error)) log.error({ err: error }, 'filling in search texts failed');
      });
    },

    /** Resolves when no batch is in progress. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      await Promise.all([starting, running]);
    },
  };
}
