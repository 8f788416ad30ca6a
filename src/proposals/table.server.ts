import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import { selectMergedIds } from '../leads/store.server';
import { AppError } from '../lib/errors';
import { parseJson } from '../lib/schema';
import { toWallTime } from '../lib/time/wall-time';
import { paidStatuses } from '../payments/payment-status';
import { type ProposalContent, proposalContent } from './contract';
import type { ProposalState, ProposalStatus, QuestionTopic, sendingWays } from './proposal';

/** A row of `proposals`. */
export interface ProposalRow {
  id: string;
  leadId: string;
  number: number;
  state: ProposalState;
  /** JSON of what it says. */
  content: string;
  /** Copies of parts of the content, for queries. */
  packageId: string | null;
  validUntil: string;
  sentAt: string | null;
  sentBy: (typeof sendingWays)[number] | null;
  /** The content as it was accepted. Nothing changes it, except that a person may leave. */
  accepted: string | null;
  acceptedAt: string | null;
  acceptedBy: string | null;
  /** The version that the visitor saw, by which a repeated request is known. */
  acceptedVersion: string | null;
  /** The last question, until the owner changes or sends the proposal. */
  questionTopic: QuestionTopic | null;
  questionText: string | null;
  questionAt: string | null;
  /** How many questions were asked in all. */
  questionCount: number;
  createdAt: string;
  updatedAt: string;
}

declare module '../db/database.server' {
  interface Tables {
    proposals: ProposalRow;
  }
}

declare module '../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    /** The owner sends a proposal by email. */
    'proposal-sent': { leadId: string; proposalId: string };
    'proposal-accepted': { leadId: string; proposalId: string };
    /** A visitor asked something about a proposal, or for a new one. */
    'proposal-question': {
      leadId: string;
      proposalId: string;
      topic: QuestionTopic;
      text: string | null;
    };
  }
}

export const createProposalNotFoundError = () =>
  new AppError('not_found', 'This proposal could not be found.');

/** Returns today's date in the site's time zone: "2026-03-18". */
export const getToday = ({ owner }: Pick<Environment, 'owner'>): string =>
  toWallTime(new Date(), owner.timeZone).toISOString().slice(0, 10);

/** Returns what the page of a proposal shows. It expires at the end of its last day. */
export function getStatus(
  { state, validUntil }: Pick<ProposalRow, 'state' | 'validUntil'>,
  environment: Pick<Environment, 'owner'>,
): ProposalStatus {
  if (state !== 'sent') return state;
  return validUntil < getToday(environment) ? 'expired' : 'open';
}

/** Returns what a proposal says, or said when it was accepted. @throws when the JSON is invalid */
export function readContent({ content, accepted }: Pick<ProposalRow, 'content' | 'accepted'>) {
  const parsed: ProposalContent | null = parseJson(proposalContent, accepted ?? content);
  if (!parsed) throw new Error('The content of a proposal is not valid.');
  return parsed;
}

/** True if the owner has contacted the lead since the last question. */
export const isAnswered = sql<boolean>`exists (select 1 from lead_contacts as contact
  where contact.lead_id in (leads.id, leads.merged_into_id)
  and contact.created_at > proposals.question_at)`;

/**
 * Cents that the lead, or an inquiry that is merged with it, has paid for the package, less what was
 * refunded; null if nothing was paid.
 */
const paidAmount = sql<
  number | null
>`(select payments.amount - payments.refunded_amount from payments
  where payments.lead_id in (${selectMergedIds(sql.ref('proposals.lead_id'))})
  and payments.package_id = proposals.package_id
  and payments.status in (${sql.join(paidStatuses)})
  and (payments.proposal_id = proposals.id or payments.status = 'succeeded')
  order by payments.created_at desc limit 1)`;

/** Selects proposals with their leads, without those of deleted leads. */
export const selectProposals = (db: Database) =>
  db
    .selectFrom('proposals')
    .innerJoin('leads', 'leads.id', 'proposals.leadId')
    .selectAll('proposals')
    .select(['leads.companyName', 'leads.contactName', 'leads.email', 'leads.phone'])
    .select((eb) => eb.fn.coalesce('leads.mergedIntoId', 'leads.id').as('currentLeadId'))
    .select([isAnswered.as('isAnswered'), paidAmount.as('paidAmount')]);

/** A proposal with its lead. */
export type ListedRow = Awaited<
  ReturnType<ReturnType<typeof selectProposals>['executeTakeFirstOrThrow']>
>;

/** Finds a proposal with its lead; undefined when there is none, or the lead was deleted. */
export const findProposal = (
  db: Database,
  column: 'id' | 'number',
  value: string | number,
): Promise<ListedRow | undefined> =>
  selectProposals(db)
    .where(`proposals.${column}`, '=', value)
    .where('leads.deletedAt', 'is', null)
    .executeTakeFirst();

/** Finds a proposal by its ID, as `findProposal` does. @throws AppError not_found */
export async function requireProposal(db: Database, id: string): Promise<ListedRow> {
  const row = await findProposal(db, 'id', id);
  if (!row) throw createProposalNotFoundError();
  return row;
}

/**
 * Builds an SQL condition on a row of `leads`: whether it has a proposal that was written, changed or
 * answered since a time, or that can still be accepted then.
 */
export const hasProposalSince = (time: string): RawBuilder<boolean> => sql`exists (
  select 1 from proposals where proposals.lead_id = leads.id
  and (proposals.updated_at >= ${time} or proposals.valid_until >= ${time}))`;

/** Reads what all proposals say, in which the pictures of people are found. */
export async function readProposalTexts(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('proposals').select(['content', 'accepted']).execute();
  return rows.flatMap(({ content, accepted }) => [content, accepted ?? '']);
}
