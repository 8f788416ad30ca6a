import { z } from '../lib/schema';
import { DAY } from '../lib/time/durations';

/** How long removed demo content can be restored in one step. */
export const demoUndoMs = DAY;

/** The demo content. */
export const demoState = z.object({
  /** The ids of the demo items on the site, by collection. */
  items: z.record(z.string(), z.array(z.string())),
  /** Until when the removed demo content can be restored in one step; null if there is none. */
  restorableUntil: z.nullable(z.string()),
});

export type DemoState = z.output<typeof demoState>;
