import { z } from '../../../lib/schema';

const person = {
  leadId: z.string(),
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
};

/** A lead that waits for the first answer. */
export const waitingLead = z.object({
  ...person,
  interestedPackage: z.nullable(z.string()),
  value: z.number(),
  createdAt: z.string(),
});

/** A next step or a task that is due. */
export const followUp = z.object({
  ...person,
  /** Null for the lead's next step. */
  taskId: z.nullable(z.string()),
  text: z.string(),
  dueAt: z.string(),
});

export type FollowUp = z.output<typeof followUp>;

/** Something that the owner has to fix. */
export const problem = z.object({
  kind: z.enum(['mail-off', 'delivery', 'payments', 'silence']),
  /** The short name of the problem. */
  title: z.string(),
  /** The reported error. */
  message: z.string(),
  /** Tells the owner how to fix it. */
  fix: z.string(),
  /** The page of the admin area where that is done; null for `POST /api/self-test`. */
  fixPath: z.nullable(z.string()),
  count: z.number(),
  since: z.nullable(z.string()),
  /** States how many deliveries of a channel fail; null for other problems. */
  summary: z.nullable(z.string()),
  /** The newest failed delivery of a channel; null for other problems. */
  delivery: z.nullable(z.object({ id: z.string(), kind: z.string() })),
});

export type Problem = z.output<typeof problem>;

/** How much there is to do. */
export const overviewCounts = z.object({
  waiting: z.number(),
  /** Waiting for longer than 24 hours. */
  late: z.number(),
  overdueFollowUps: z.number(),
  followUpsToday: z.number(),
  callsToday: z.number(),
  problems: z.number(),
});

/** The overview's data. The calls have scheduling's schema. */
export interface Overview<Call> {
  counts: z.output<typeof overviewCounts>;
  waiting: z.output<typeof waitingLead>[];
  overdueFollowUps: FollowUp[];
  followUpsToday: FollowUp[];
  callsToday: Call[];
  /** Canceled calls whose lead is still in `discovery_call`: the owner decides. */
  canceledCalls: Call[];
  problems: Problem[];
}
