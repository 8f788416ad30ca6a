import type { PublicProposal } from '../../proposals/contract';

/** What a form of the page posts. */
export type ProposalAction = 'accept' | 'question' | 'renewal';

/** The data with which the server renders the page. */
export interface ProposalPageState {
  /** The path of the page, which the forms are posted to. */
  path: string;
  /** Null if the address belongs to no proposal. */
  proposal: PublicProposal | null;
  /** A form that was rejected, with what was typed. */
  rejected?: { action: ProposalAction; message: string; typed: string };
}

/** The key under which the page's components find the state. */
export const proposalStateKey = 'proposal';
