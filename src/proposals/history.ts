import { formatMoney } from '../lib/format-number';
import { listKeys } from '../lib/list';
import { z } from '../lib/schema';
import { formatProposalName } from './proposal';

/** The audit subject of a lead's proposals. */
export const proposalAuditSubject = 'lead-proposals';

/** What may happen to a proposal, as it is described. */
const verbs = {
  written: 'written',
  changed: 'changed',
  mailed: 'sent by email',
  linked: 'sent as a link',
  withdrawn: 'withdrawn',
  deleted: 'deleted',
  accepted: 'accepted',
  question: 'question',
  renewal: 'a new one is asked for',
};

/** What happened to a proposal. */
const proposalHistoryEntry = z.object({
  number: z.int(),
  what: z.enum(listKeys(verbs)),
  /** The name of the person who accepted it. */
  name: z.optional(z.string()),
  /** The amount in cents that was accepted. */
  amount: z.optional(z.int()),
  /** What was asked. */
  text: z.optional(z.string()),
});

export type ProposalHistoryEntry = z.output<typeof proposalHistoryEntry>;

/** Describes an entry: "Proposal 14 accepted by Olga Brenner, $1,000", "Proposal 14: question". */
export function formatProposalHistory(after: unknown): string {
  const { data } = proposalHistoryEntry.safeParse(after);
  if (!data) return 'Proposal changed';
  const { number, what, name, amount } = data;
  const isAsked = what === 'question' || what === 'renewal';
  return [
    `${formatProposalName(number)}${isAsked ? ':' : ''} ${verbs[what]}${name ? ` by ${name}` : ''}`,
    ...(amount ? [formatMoney(amount / 100)] : []),
  ].join(', ');
}
