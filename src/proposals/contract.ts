import { pictureFields } from '../content/kit/publication';
import { coverAnswer, plan } from '../cover/contract';
import { lead } from '../leads/contract';
import { optionalPlan } from '../leads/lead-plan';
import { optionalProse, optionalText, recordId, requiredText, timestamp, z } from '../lib/schema';
import {
  proposalLimits,
  proposalStates,
  proposalStatuses,
  questionTopics,
  sendingWays,
} from './proposal';

/** A day, as it is written in the site's time zone. */
const day = z.iso.date('Choose a day');

/** A line with a price, such as an hourly rate. Nothing of it is charged. */
export const proposalLine = z.object({
  text: requiredText(proposalLimits.lineText, 'Enter what it is for'),
  /** The price as it is shown: "$13 an hour". */
  price: requiredText(proposalLimits.linePrice, 'Enter a price'),
  /** The person whose price it is. */
  talentId: z._default(z.nullable(recordId), null),
});

export type ProposalLine = z.output<typeof proposalLine>;

/** What the owner writes. The server adds the people, their hours, and the package's price. */
export const proposalInput = z
  .object({
    plan: optionalPlan,
    /** The people who are proposed. */
    talentIds: z._default(
      z.array(recordId).check(
        z.maxLength(proposalLimits.people, `At most ${proposalLimits.people} people`),
        z.overwrite((ids) => [...new Set(ids)]),
      ),
      [],
    ),
    packageId: z._default(z.nullable(recordId), null),
    /**
     * The amount in cents that the owner chose: the stored one, or the package's own. Null for the
     * package's own.
     */
    packageAmount: z._default(z.nullable(z.int()), null),
    lines: z._default(
      z
        .array(proposalLine)
        .check(z.maxLength(proposalLimits.lines, `At most ${proposalLimits.lines} lines`)),
      [],
    ),
    /** The last day on which it can be accepted. */
    validUntil: day,
    earliestStart: z._default(z.nullable(day), null),
    /** Who writes it. Without a name, the business does. */
    fromName: optionalText(proposalLimits.fromName),
    note: optionalProse(proposalLimits.note),
  })
  .check(
    z.refine(
      ({ lines, talentIds }) =>
        lines.every(({ talentId }) => talentId === null || talentIds.includes(talentId)),
      { error: 'A line names a person who is not proposed', path: ['lines'] },
    ),
  );

export type ProposalInput = z.output<typeof proposalInput>;

/** A person as the proposal shows them. If the person has left, nothing else is known. */
export const proposedPerson = z.object({
  id: recordId,
  name: z.string(),
  title: z.string(),
  role: z.string(),
  toolProficiency: z.array(z.string()),
  languages: z.array(z.string()),
  ...pictureFields,
});

export type ProposedPerson = z.output<typeof proposedPerson>;

/** What a proposal says, as it was when it was written. Accepting it freezes a copy. */
export const proposalContent = z.object({
  plan: z.nullable(plan),
  /** Who works which hours of the plan: the proposed people alone. Null without a plan. */
  answer: z.nullable(coverAnswer),
  people: z.array(proposedPerson),
  /** The amount in cents. */
  package: z.nullable(z.object({ id: recordId, name: z.string(), amount: z.int() })),
  lines: z.array(proposalLine),
  validUntil: z.string(),
  earliestStart: z.nullable(z.string()),
  fromName: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

export type ProposalContent = z.output<typeof proposalContent>;

/** A visitor's question that nobody has answered yet. */
const openQuestion = z.object({
  topic: z.enum(questionTopics),
  text: z.nullable(z.string()),
  at: z.string(),
});

/** A proposal in the admin API. */
export const adminProposal = z.object({
  id: z.string(),
  leadId: z.string(),
  number: z.int(),
  state: z.enum(proposalStates),
  status: z.enum(proposalStatuses),
  /** Once it is accepted, the frozen copy. */
  ...proposalContent.shape,
  /** The address of its page. A draft is shown to the owner only. */
  url: z.string(),
  sentAt: z.nullable(z.string()),
  sentBy: z.nullable(z.enum(sendingWays)),
  acceptedAt: z.nullable(z.string()),
  /** The name that the visitor typed. */
  acceptedBy: z.nullable(z.string()),
  question: z.nullable(openQuestion),
  /** Cents that were paid, less what was refunded; null as long as nothing was paid. */
  paidAmount: z.nullable(z.int()),
  createdAt: z.string(),
  /** The version that `If-Match` names. */
  updatedAt: z.string(),
});

export type AdminProposal = z.output<typeof adminProposal>;

/** A proposal that the owner is waiting for, or that waits for the owner. */
export const openProposal = z.object({
  ...z.pick(adminProposal, {
    id: true,
    number: true,
    status: true,
    validUntil: true,
    sentAt: true,
    acceptedAt: true,
    question: true,
  }).shape,
  /** The lead, or the one that it was merged into. */
  leadId: z.string(),
  ...z.pick(lead, { companyName: true, contactName: true, email: true, phone: true }).shape,
  /** It ends within three days. */
  isExpiring: z.boolean(),
  amount: z.nullable(z.int()),
});

export type OpenProposal = z.output<typeof openProposal>;

export const proposalSending = z.object({ by: z.enum(sendingWays) });

/** A proposal on its page. Nothing personal but the addressee's own. */
export const publicProposal = z.object({
  number: z.int(),
  status: z.enum(proposalStatuses),
  /** What the visitor sees, for `accept`. */
  version: z.string(),
  companyName: z.string(),
  contactName: z.string(),
  ...proposalContent.shape,
  sentAt: z.nullable(z.string()),
  acceptedAt: z.nullable(z.string()),
  acceptedBy: z.nullable(z.string()),
  paidAmount: adminProposal.shape.paidAmount,
  /** Cents that are paid by card after accepting; null while payments are off, or without a package. */
  dueToday: z.nullable(z.int()),
  /** The checkout of an accepted proposal that is not paid yet; null if there is nothing to pay. */
  checkoutUrl: z.nullable(z.string()),
  /** A question of the visitor waits for an answer. */
  hasOpenQuestion: z.boolean(),
});

export type PublicProposal = z.output<typeof publicProposal>;

/** The token of a proposal's page. */
export const proposalToken = z.string().check(z.regex(/^[\w-]{20,100}$/, 'Invalid'));

export const acceptInput = z.object({
  token: proposalToken,
  /** The `version` of the proposal that the visitor has seen. */
  version: timestamp('Invalid'),
  name: requiredText(proposalLimits.name, 'Please enter your name'),
});

export type AcceptInput = z.output<typeof acceptInput>;

export const questionInput = z
  .object({
    token: proposalToken,
    topic: z._default(z.enum(questionTopics), 'question'),
    text: optionalProse(proposalLimits.question),
  })
  .check(
    z.refine(({ topic, text }) => topic === 'renewal' || Boolean(text), {
      error: 'Please enter your question',
      path: ['text'],
    }),
  );

export type QuestionInput = z.output<typeof questionInput>;
