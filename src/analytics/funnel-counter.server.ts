import type { Database } from '../db/database.server';
import type { OutageLog } from '../db/outage-log.server';
import { createCountBuffer } from './count-buffer.server';
import type { FunnelStep } from './funnel-steps';
import { countFunnelStep, type FunnelRow, toUtcDay } from './store.server';

/** Creates a counter of the reported steps. */
export function createFunnelCounter(db: Database, outages: OutageLog) {
  const { count, ...buffer } = createCountBuffer<FunnelRow>(
    {
      name: 'the funnel',
      getKey: ({ day, step, source }) => `${day} ${step} ${source}`,
      add: (row, other) => {
        row.count += other.count;
      },
      write: ([row]) =>
        row ? countFunnelStep(db, row.step, row.source, row.count, row.day) : Promise.resolve(),
      maxRows: 1,
    },
    outages,
  );
  return {
    ...buffer,
    count(step: FunnelStep, source: string): void {
      count({ day: toUtcDay(new Date()), step, source, count: 1 });
    },
  };
}

export type FunnelCounter = ReturnType<typeof createFunnelCounter>;
