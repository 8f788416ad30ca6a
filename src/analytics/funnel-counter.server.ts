import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.server';
import type { FunnelStep } from './funnel-steps';
import { countFunnelStep, type FunnelRow, toUtcDay } from './store.server';

/** How long counts are buffered in memory before they are written. */
const flushIntervalMs = 5_000;

/** Maximum number of different buffered counts; more are dropped. */
const maxBufferedCounts = 2_000;

/**
 * Creates a counter that buffers the reported steps and writes them every few seconds, instead of
 * once per visit. A crash loses those seconds, which is acceptable for statistics.
 */
export function createFunnelCounter(
  db: Database,
  { log, outages }: { log: FastifyBaseLogger; outages: { record: (error: unknown) => boolean } },
) {
  let buffer = new Map<string, FunnelRow>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function add(item: FunnelRow): void {
    const key = `${item.day} ${item.step} ${item.source}`;
    const existing = buffer.get(key);
    if (existing) existing.count += item.count;
    else if (buffer.size < maxBufferedCounts) buffer.set(key, item);
  }

  async function write(): Promise<void> {
    const items = [...buffer.values()];
    buffer = new Map();
    for (const [index, { step, source, count, day }] of items.entries()) {
      try {
        await countFunnelStep(db, step, source, count, day);
      } catch (error) {
        if (!outages.record(error)) log.error({ err: error }, 'the funnel could not be written');
        for (const unwritten of items.slice(index)) add(unwritten);
        schedule();
        return;
      }
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), flushIntervalMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    count(step: FunnelStep, source: string): void {
      add({ day: toUtcDay(new Date()), step, source, count: 1 });
      schedule();
    },
    flush,
    /** Writes the remaining counts and stops. */
    async stop(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
}

export type FunnelCounter = ReturnType<typeof createFunnelCounter>;
