import type { DatabaseTransaction } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import { enqueue } from '../foundation/outbox/store.server';
import { addNextStep } from '../leads/detail/tasks.server';
import { lockCurrentLead, updateLead } from '../leads/store.server';
import { AppError } from '../lib/errors';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { DAY } from '../lib/time/durations';
import { findActivePayment } from '../payments/store.server';
import type { ProposalContext } from './content.server';
import type { AcceptInput, PublicProposal, QuestionInput } from './contract';
import { toPublicProposal } from './list.server';
import { formatProposalName, proposalLimits } from './proposal';
import { writeProposalHistory } from './store.server';
import {
  createProposalNotFoundError,
  getStatus,
  getToday,
  type ListedRow,
  readContent,
  requireProposal,
} from './table.server';
import { findProposalByToken } from './tokens.server';

/** Finds the proposal of a link. A draft has none for visitors yet. @throws AppError not_found */
async function requireByToken(
  { db }: ProposalContext,
  token: string,
  isOwner = false,
): Promise<ListedRow> {
  const row = await findProposalByToken(db, token);
  if (!row || (row.state === 'draft' && !isOwner)) throw createProposalNotFoundError();
  return row;
}

/** Reads a proposal for its page. @param drafts whether the owner asks @throws AppError not_found */
export const findPublicProposal = async (
  context: ProposalContext,
  token: string,
  { drafts = false }: { drafts?: boolean } = {},
): Promise<PublicProposal> =>
  toPublicProposal(await requireByToken(context, token, drafts), context.environment);

/** Explains to a visitor why a proposal could not be accepted as they saw it. */
function createRefusal(row: ListedRow, environment: ProposalContext['environment']): AppError {
  const messages = {
    draft: 'This proposal is not ready yet.',
    withdrawn: 'This proposal was withdrawn. Nothing was accepted. Ask us for a new one.',
    expired: 'This proposal has run out. Nothing was accepted. Ask us for a new one.',
    accepted: `This proposal was already accepted by ${row.acceptedBy}.`,
    open: 'This proposal has changed since you opened it. Nothing was accepted. Please read it again.',
  };
  return new AppError('conflict', messages[getStatus(row, environment)]);
}

const isSameAcceptance = (row: ListedRow, { version, name }: AcceptInput): boolean =>
  row.state === 'accepted' && row.acceptedVersion === version && row.acceptedBy === name;

/**
 * Checks that the package was not paid at another price, as agreed in an earlier proposal: it would
 * count for this one as well, and the difference could not be paid.
 * @throws AppError conflict
 */
async function requireNotPaidOtherwise(
  transaction: DatabaseTransaction,
  leadId: string,
  { id, amount }: { id: string; amount: number },
): Promise<void> {
  const payment = await findActivePayment(transaction, leadId, id);
  if (payment?.status !== 'succeeded' || payment.amount === amount) return;
  throw new AppError(
    'conflict',
    'This package was already paid at another price. Nothing was accepted. Ask us for a new proposal.',
  );
}

/**
 * Accepts a proposal as the visitor has seen it, once, and freezes what it says. Its lead is won.
 * The same request again changes nothing.
 * @throws AppError not_found; conflict when it was changed, accepted or withdrawn, or has expired
 */
export async function acceptProposal(
  context: ProposalContext,
  input: AcceptInput,
): Promise<PublicProposal> {
  const { db, environment } = context;
  const { id, leadId } = await requireByToken(context, input.token);
  await runInTransaction(db, async (transaction) => {
    // The lead first, as when a proposal is sent, so that the two can't deadlock.
    const lead = await lockCurrentLead(transaction, leadId);
    const at = createTimestampAfter(input.version);
    const accepted = await transaction
      .updateTable('proposals')
      .set(({ ref }) => ({
        state: 'accepted',
        accepted: ref('content'),
        acceptedAt: at,
        acceptedBy: input.name,
        acceptedVersion: ref('updatedAt'),
        updatedAt: at,
      }))
      .where('id', '=', id)
      .where('state', '=', 'sent')
      .where('updatedAt', '=', input.version)
      .where('validUntil', '>=', getToday(environment))
      .returningAll()
      .executeTakeFirst();
    if (!accepted) {
      const row = await requireProposal(transaction, id);
      if (isSameAcceptance(row, input)) return;
      throw createRefusal(row, environment);
    }
    const chosen = readContent(accepted).package;
    const amount = chosen?.amount;
    if (chosen) await requireNotPaidOtherwise(transaction, leadId, chosen);
    const entry = { what: 'accepted', name: input.name, ...(amount && { amount }) } as const;
    await writeProposalHistory(transaction, accepted, entry, { at, userId: null });
    await updateLead(transaction, lead, { status: 'closed_won' }, null);
    await enqueue(transaction, 'proposal-accepted', { leadId, proposalId: id });
  });
  context.wakeOutbox();
  return findPublicProposal(context, input.token);
}

/**
 * Stores a visitor's question about a proposal, or that they ask for a new one, in its lead's
 * history, and notifies the owner. A lead without a next step gets one. The question that is already
 * open is not stored again; one that was answered is.
 * @throws AppError not_found; conflict when it was withdrawn; too_many_requests after many questions
 */
export async function askAboutProposal(
  context: ProposalContext,
  { token, topic, text }: QuestionInput,
): Promise<void> {
  const { db, environment } = context;
  const { id, leadId } = await requireByToken(context, token);
  await runInTransaction(db, async (transaction) => {
    const lead = await lockCurrentLead(transaction, leadId);
    const row = await requireProposal(transaction, id);
    // Its page offers no questions: its link is revoked.
    if (row.state === 'withdrawn') {
      throw new AppError('conflict', 'This proposal was withdrawn. Ask us for a new one.');
    }
    const isOpen = row.questionAt !== null && !row.isAnswered;
    if (isOpen && row.questionTopic === topic && row.questionText === text) return;
    if (row.questionCount >= proposalLimits.questions) {
      throw new AppError(
        'too_many_requests',
        `You have asked many questions here. Please write to us at ${environment.SUPPORT_EMAIL}.`,
      );
    }
    const at = new Date().toISOString();
    await transaction
      .updateTable('proposals')
      .set(({ eb }) => ({
        questionTopic: topic,
        questionText: text,
        questionAt: at,
        questionCount: eb('questionCount', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    const entry = { what: topic, ...(text !== null && { text }) };
    await writeProposalHistory(transaction, row, entry, { at, userId: null });
    if (lead.nextStepDueAt === null) {
      // The site promises an answer within a day.
      const nextStep = {
        text: `Answer the question about ${formatProposalName(row.number)}`,
        dueAt: new Date(Date.now() + DAY).toISOString(),
      };
      await addNextStep(transaction, lead.id, nextStep, null);
    }
    await enqueue(transaction, 'proposal-question', { leadId, proposalId: id, topic, text });
  });
  context.wakeOutbox();
}
