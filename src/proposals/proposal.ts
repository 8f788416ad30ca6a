/** Constants and links of proposals, for browser and server. Does not import zod. */

/** `sent` until it is accepted or withdrawn. Whether it has expired follows from its last day. */
export const proposalStates = ['draft', 'sent', 'accepted', 'withdrawn'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** What the page of a proposal shows. A draft is shown to the owner only. */
export const proposalStatuses = ['draft', 'open', 'expired', 'accepted', 'withdrawn'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** How a proposal was sent: by the site, or as a link that the owner copied. */
export const sendingWays = ['mail', 'link'] as const;
export type SendingWay = (typeof sendingWays)[number];

/** What a visitor can ask about a proposal. */
export const questionTopics = ['question', 'renewal'] as const;
export type QuestionTopic = (typeof questionTopics)[number];

/** Limits of a proposal. Texts in characters. */
export const proposalLimits = {
  people: 20,
  lines: 20,
  lineText: 200,
  linePrice: 60,
  fromName: 100,
  note: 4_000,
  /** The name of the person who accepts it. */
  name: 120,
  question: 2_000,
  /** Questions about one proposal. */
  questions: 20,
  /** The last day may be this many days ahead. */
  daysAhead: 366,
} as const;

/** A new proposal can be accepted for this many days, unless the owner chooses another day. */
export const defaultDaysAhead = 14;

/** A proposal that ends within these days is listed among what the owner has to do. */
export const expiringDays = 3;

const path = '/proposal';

/** Builds the path of a proposal's page. */
export const buildProposalPath = (token: string): string => `${path}/${token}`;

/** Names a proposal: "Proposal 14". */
export const formatProposalName = (number: number): string => `Proposal ${number}`;

/** Builds the path of the checkout, which charges exactly what was accepted. */
export const buildCheckoutPath = (leadId: string, packageId: string): string =>
  `/checkout?leadId=${leadId}&packageId=${packageId}`;

/** Somebody whom a proposal named, after their profile was deleted. */
export const formerPersonName = 'A person who has left';
