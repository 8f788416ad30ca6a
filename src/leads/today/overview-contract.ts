import { z } from '../../lib/schema';

const person = {
  leadId: z.string(),
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
};

/** A lead that waits for the first answer. */
const waitingLead = z.object({
  ...person,
  interestedPackage: z.nullable(z.string()),
  value: z.nullable(z.number()),
  createdAt: z.string(),
});

/** A next step that is due. */
const followUp = z.object({
  ...person,
  taskId: z.string(),
  text: z.string(),
  dueAt: z.string(),
});

export type FollowUp = z.output<typeof followUp>;

/** Something that the owner has to fix. */
const problem = z.object({
  kind: z.enum(['mail-off', 'delivery', 'call-link', 'payments', 'silence']),
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

/** The overview, apart from the calls and proposals, which their features describe. */
export const overview = z.object({
  counts: z.object({
    waiting: z.number(),
    /** Waiting for the promised time or longer. */
    late: z.number(),
    overdueFollowUps: z.number(),
    followUpsToday: z.number(),
    callsToday: z.number(),
    problems: z.number(),
  }),
  /** Oldest first; at most 50, as in the other lists. */
  waiting: z.array(waitingLead),
  overdueFollowUps: z.array(followUp),
  /** Due later today. */
  followUpsToday: z.array(followUp),
  problems: z.array(problem),
});

export interface Overview<Call, Proposal> extends z.output<typeof overview> {
  callsToday: Call[];
  /** Canceled calls whose lead is still in `discovery_call`: the owner decides. */
  canceledCalls: Call[];
  /** Proposals that wait for an answer, of the client or of the owner. */
  proposals: Proposal[];
}
