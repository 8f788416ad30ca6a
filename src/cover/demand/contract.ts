import { z } from '../../lib/schema';
import { maxPlanCodeLength } from '../encode-plan';

/** A report of the plan that a visitor leaves. */
export const demandInput = z.strictObject({
  /** Random, of one view of the page: a later report replaces an earlier one. */
  id: z.string().check(z.regex(/^[\w-]{16,40}$/, 'Invalid')),
  /** As in the address of the plan. */
  code: z.string().check(z.maxLength(maxPlanCodeLength), z.regex(/^[\w-]+$/, 'Invalid')),
});

export const demandReport = z.object({
  /** The hours that plans asked for, in order. */
  hours: z.array(
    z.object({
      /** 1 for Monday to 7. */
      weekday: z.int(),
      /** 0 to 23, in the time zone of each plan. */
      hour: z.int(),
      /** The number of plans that asked for it. */
      asked: z.int(),
      /** The number of them of which all desks could be covered. */
      covered: z.int(),
    }),
  ),
});

export type DemandReport = z.output<typeof demandReport>;
