import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import { addDays } from '../lib/time/durations';
import { isPaymentOff } from '../payments/checkout.server';
import {
  type AdminProposal,
  adminProposal,
  type OpenProposal,
  openProposal,
  type PublicProposal,
  publicProposal,
} from './contract';
import { buildCheckoutPath, buildProposalPath, expiringDays } from './proposal';
import {
  getStatus,
  getToday,
  isAnswered,
  type ListedRow,
  readContent,
  requireProposal,
  selectProposals,
} from './table.server';
import { createProposalToken } from './tokens.server';

/** Maximum number of proposals that are listed. */
const maxListed = 100;

/** A proposal whose last day was within these days is still listed among the open ones. */
const expiredDays = 14;

/** Returns the question that waits for an answer. */
const toQuestion = ({ questionTopic, questionText, questionAt, isAnswered }: ListedRow) =>
  questionTopic === null || questionAt === null || isAnswered
    ? null
    : { topic: questionTopic, text: questionText, at: questionAt };

/** Converts a row to a proposal in the admin API. */
async function toAdminProposal(
  db: Database,
  row: ListedRow,
  environment: Environment,
): Promise<AdminProposal> {
  const url = environment.SITE_URL + buildProposalPath(await createProposalToken(db, row));
  const status = getStatus(row, environment);
  return adminProposal.parse({
    ...row,
    ...readContent(row),
    status,
    url,
    question: toQuestion(row),
  });
}

/** Reads a proposal for the admin API. @throws AppError not_found */
export async function readAdminProposal(
  db: Database,
  id: string,
  environment: Environment,
): Promise<AdminProposal> {
  return toAdminProposal(db, await requireProposal(db, id), environment);
}

/** Lists the proposals of leads, the newest first. */
export async function listLeadProposals(
  db: Database,
  leadIds: readonly string[],
  environment: Environment,
): Promise<AdminProposal[]> {
  const rows = await selectProposals(db)
    .where('proposals.leadId', 'in', leadIds)
    .orderBy('proposals.number', 'desc')
    .limit(maxListed)
    .execute();
  return Promise.all(rows.map((row) => toAdminProposal(db, row, environment)));
}

/**
 * Lists the proposals that wait for the visitor, those that ended lately without an answer, and all
 * with a question that nobody has answered, the first to end first.
 */
export async function listOpenProposals(
  db: Database,
  environment: Environment,
): Promise<OpenProposal[]> {
  const today = getToday(environment);
  const rows = await selectProposals(db)
    .where('leads.deletedAt', 'is', null)
    .where('proposals.state', '<>', 'draft')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('proposals.state', '=', 'sent'),
          eb('proposals.validUntil', '>=', addDays(today, -expiredDays)),
        ]),
        eb.and([eb('proposals.questionAt', 'is not', null), eb.not(isAnswered)]),
      ]),
    )
    .orderBy('proposals.validUntil')
    .orderBy('proposals.number')
    .limit(maxListed)
    .execute();
  const lastExpiring = addDays(today, expiringDays);
  return rows.map((row) => {
    const status = getStatus(row, environment);
    return openProposal.parse({
      ...row,
      leadId: row.currentLeadId,
      status,
      question: toQuestion(row),
      isExpiring: status === 'open' && row.validUntil <= lastExpiring,
      amount: readContent(row).package?.amount ?? null,
    });
  });
}

/** The contents of a withdrawn proposal for its client: none, because the link is revoked. */
const revoked = {
  companyName: '',
  contactName: '',
  plan: null,
  answer: null,
  people: [],
  package: null,
  lines: [],
  earliestStart: null,
  fromName: null,
  note: null,
  dueToday: null,
} satisfies Partial<PublicProposal>;

/** Converts a row to a proposal on its page. */
export function toPublicProposal(row: ListedRow, environment: Environment): PublicProposal {
  const content = readContent(row);
  const isPayable = !isPaymentOff(environment) && row.paidAmount === null;
  const dueToday = (isPayable && content.package?.amount) || null;
  const payable = row.state === 'accepted' && dueToday !== null ? content.package : null;
  // The schema leaves out what is not for visitors.
  return publicProposal.parse({
    ...row,
    ...content,
    status: getStatus(row, environment),
    version: row.updatedAt,
    dueToday,
    checkoutUrl: payable && buildCheckoutPath(row.leadId, payable.id),
    hasOpenQuestion: toQuestion(row) !== null,
    ...(row.state === 'withdrawn' && revoked),
  });
}
