import { z } from '../lib/schema';
import { funnelPeriods, funnelSteps } from './funnel-steps';

/** Count of each step; a missing step counts zero. */
const stepCounts = z.partialRecord(z.enum(funnelSteps.map(({ step }) => step)), z.number());

export type StepCounts = z.output<typeof stepCounts>;

export const funnelReport = z.object({
  /** The counts of each UTC day, oldest first. */
  days: z.array(z.object({ day: z.string(), counts: stepCounts })),
  /** Sorted by visits, descending. */
  sources: z.array(z.object({ source: z.string(), counts: stepCounts })),
});

export type FunnelReport = z.output<typeof funnelReport>;

/** The period of a report, in its address. */
export const periodParams = z.object({
  days: z.coerce
    .number()
    .check(z.refine((days) => funnelPeriods.some((one) => one === days), 'Expected 7, 30 or 90')),
});
