import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../lib/database.server';
import type { FunnelStep } from './funnel';
import { countStep, dayOf } from './funnel-counts.server';

/** Milliseconds that counts gather in memory before they are written. */
const gathering = 5_000;

/** Different counts that may gather; what comes beyond them is not counted. */
const mostGathered = 2_000;

interface Gathered {
  day: string;
  step: FunnelStep;
  source: string;
  count: number;
}

/**
 * Gathers what browsers report and writes it every few seconds, so that a visit costs no write of its
 * own. A crash loses those seconds: these are counts, and nothing is promised by them.
 */
export function funnelCounter(
  db: Database,
  { log, outages }: { log: FastifyBaseLogger; outages: { note: (error: unknown) => boolean } },
  pause = gathering,
) {
  let gathered = new Map<string, Gathered>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function add(item: Gathered): void {
    const key = `${item.day} ${item.step} ${item.source}`;
    const known = gathered.get(key);
    if (known) known.count += item.count;
    else if (gathered.size < mostGathered) gathered.set(key, item);
  }

  async function write(): Promise<void> {
    const items = [...gathered.values()];
    gathered = new Map();
    for (const [index, { step, source, count, day }] of items.entries()) {
      try {
        await countStep(db, step, source, count, day);
      } catch (error) {
        if (!outages.note(error)) log.error({ err: error }, 'the funnel could not be written');
        for (const unwritten of items.slice(index)) add(unwritten);
        schedule();
        return;
      }
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), pause).unref();
  }

  /** Writes what has gathered so far. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    count(step: FunnelStep, source: string): void {
      add({ day: dayOf(new Date()), step, source, count: 1 });
      schedule();
    },
    flush,
    /** Writes the rest, and writes no more. */
    async stop(): Promise<void> {
      await flush();
      clearTimeout(timer);
    },
  };
}

export type FunnelCounter = ReturnType<typeof funnelCounter>;
