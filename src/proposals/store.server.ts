import { packages } from '../content/collections/packages/contract';
import { talents } from '../content/collections/talents/contract';
import type { DatabaseTransaction } from '../db/database.server';
import { lockByName, lockRows } from '../db/locks.server';
import { runInTransaction } from '../db/transactions.server';
import { writeAudit } from '../foundation/audit/store.server';
import { getMailDisabledReason } from '../foundation/outbox/mailer.server';
import { enqueue } from '../foundation/outbox/store.server';
import { claimRequest } from '../http/repeatable-request.server';
import { lockCurrentLead, lockLead, updateLead } from '../leads/store.server';
import { AppError } from '../lib/errors';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import {
  buildContent,
  createDepartedError,
  createNoPackageError,
  lockItems,
  type ProposalContext,
  requireFuture,
} from './content.server';
import type { ProposalContent, ProposalInput } from './contract';
import { type ProposalHistoryEntry, proposalAuditSubject } from './history';
import type { sendingWays } from './proposal';
import {
  createProposalNotFoundError,
  type ProposalRow,
  readContent,
  requireProposal,
} from './table.server';

/** Records what happened to a proposal in its lead's history. */
export const writeProposalHistory = (
  transaction: DatabaseTransaction,
  { leadId, number }: Pick<ProposalRow, 'leadId' | 'number'>,
  entry: Omit<ProposalHistoryEntry, 'number'>,
  { at, userId }: { at: string; userId: string | null },
): Promise<void> =>
  writeAudit(transaction, [
    {
      subject: proposalAuditSubject,
      itemId: leadId,
      action: entry.what === 'written' ? 'created' : 'changed',
      at,
      userId,
      after: { number, ...entry },
    },
  ]);

/** Serializes what a proposal says, with the columns that copy parts of it. */
const toColumns = (content: ProposalContent) => ({
  content: JSON.stringify(content),
  packageId: content.package?.id ?? null,
  validUntil: content.validUntil,
});

/** Checks that nothing was deleted since it was loaded. @throws AppError invalid */
async function requireItems(
  transaction: DatabaseTransaction,
  { talentIds, packageId }: Pick<ProposalInput, 'talentIds' | 'packageId'>,
): Promise<void> {
  if (!(await lockItems(transaction, talents, talentIds))) throw createDepartedError();
  if (packageId !== null && !(await lockItems(transaction, packages, [packageId]))) {
    throw createNoPackageError();
  }
}

/** The admin who changes something, and the key of the request. */
interface Change {
  userId: string | null;
  /** Idempotency key: a repeated request changes nothing. */
  key?: string | undefined;
  /** Whether the change was made from the given version. */
  isExpected: (version: string) => boolean;
}

/** Stores a proposal for a lead. @returns its ID @throws AppError not_found, invalid, conflict */
export async function createProposal(
  context: ProposalContext,
  leadId: string,
  input: ProposalInput,
  { userId, key }: Omit<Change, 'isExpected'>,
): Promise<string> {
  const content = await buildContent(context, leadId, input);
  return runInTransaction(context.db, async (transaction) => {
    // Two proposals never get the same number.
    await lockByName(transaction, 'proposal numbers');
    // The lead before the items, as when a proposal is sent, so that the two can't deadlock.
    await lockLead(transaction, leadId);
    await requireItems(transaction, input);
    const request = { key, content: ['proposal', leadId, input] };
    const {
      recordId: id,
      createdAt,
      isRepeated,
    } = await claimRequest(transaction, request, leadId);
    if (isRepeated) return id;
    const { last } = await transaction
      .selectFrom('proposals')
      .select((eb) => eb.fn.max('number').as('last'))
      .executeTakeFirstOrThrow();
    const row = { id, leadId, number: Number(last ?? 0) + 1 };
    await transaction
      .insertInto('proposals')
      .values({
        ...row,
        ...toColumns(content),
        state: 'draft',
        questionCount: 0,
        createdAt,
        updatedAt: createdAt,
      })
      .execute();
    await writeProposalHistory(transaction, row, { what: 'written' }, { at: createdAt, userId });
    return id;
  });
}

const stateErrors = {
  accepted: 'This proposal is accepted, so it can’t be changed any more.',
  withdrawn: 'This proposal is withdrawn. Write a new one.',
} as const;

/**
 * Locks and loads a proposal that may still be changed, so that a visitor who accepts it waits.
 * @throws AppError not_found; conflict when it is accepted or withdrawn; changed when another version
 *   is stored
 */
async function lockProposal(
  transaction: DatabaseTransaction,
  id: string,
  isExpected: Change['isExpected'],
): Promise<ProposalRow> {
  const query = transaction.selectFrom('proposals').selectAll().where('id', '=', id);
  const row = await lockRows(transaction, query).executeTakeFirst();
  if (!row) throw createProposalNotFoundError();
  if (row.state === 'accepted' || row.state === 'withdrawn') {
    throw new AppError('conflict', stateErrors[row.state]);
  }
  if (!isExpected(row.updatedAt)) {
    throw new AppError('changed', 'Someone else changed this proposal in the meantime.');
  }
  return row;
}

/** Stores a change of a proposal. The owner has seen its question. */
async function updateProposal(
  transaction: DatabaseTransaction,
  row: ProposalRow,
  change: Partial<ProposalRow>,
  entry: Omit<ProposalHistoryEntry, 'number'>,
  userId: string | null,
): Promise<void> {
  const at = createTimestampAfter(row.updatedAt);
  await transaction
    .updateTable('proposals')
    .set({
      ...change,
      questionTopic: null,
      questionText: null,
      questionAt: null,
      updatedAt: at,
      ...(change.state === 'sent' && { sentAt: at }),
    })
    .where('id', '=', row.id)
    .execute();
  await writeProposalHistory(transaction, row, entry, { at, userId });
}

/**
 * Changes what a proposal says. The package of one that was sent keeps its price, and that of a draft
 * if `packageAmount` is its price.
 * @throws AppError not_found, invalid, conflict, changed
 */
export async function changeProposal(
  context: ProposalContext,
  id: string,
  input: ProposalInput,
  { userId, isExpected }: Change,
): Promise<void> {
  const stored = await requireProposal(context.db, id);
  const content = await buildContent(context, stored.leadId, input, {
    package: readContent(stored).package,
    isSent: stored.state === 'sent',
  });
  await runInTransaction(context.db, async (transaction) => {
    await requireItems(transaction, input);
    const row = await lockProposal(transaction, id, isExpected);
    await updateProposal(transaction, row, toColumns(content), { what: 'changed' }, userId);
  });
}

const isEmpty = ({ people, package: chosen, lines }: ProposalContent): boolean =>
  people.length === 0 && chosen === null && lines.length === 0;

/**
 * Sends a proposal by email, or marks it as sent by the owner, and moves its lead to `proposal_sent`,
 * unless it is won. One that was sent before is sent again.
 * @throws AppError not_found, invalid, conflict, changed
 */
export async function sendProposal(
  context: ProposalContext,
  id: string,
  by: (typeof sendingWays)[number],
  { userId, key, isExpected }: Change,
): Promise<void> {
  const { db, environment } = context;
  const mailOff = by === 'mail' ? getMailDisabledReason(environment) : undefined;
  if (mailOff !== undefined) throw new AppError('conflict', `${mailOff}.`);
  const { leadId, packageId } = await requireProposal(db, id);
  await runInTransaction(db, async (transaction) => {
    const lead = await lockCurrentLead(transaction, leadId);
    const request = { key, content: ['send proposal', id, by] };
    if ((await claimRequest(transaction, request, leadId)).isRepeated) return;
    // Before the proposal, as when it is changed, so that the two can't deadlock.
    await requireItems(transaction, { talentIds: [], packageId });
    const row = await lockProposal(transaction, id, isExpected);
    requireFuture(row.validUntil, environment);
    if (isEmpty(readContent(row))) {
      throw new AppError('conflict', 'Add a person, a package or a line with a price first.');
    }
    const what = by === 'mail' ? 'mailed' : 'linked';
    await updateProposal(transaction, row, { state: 'sent', sentBy: by }, { what }, userId);
    if (by === 'mail') await enqueue(transaction, 'proposal-sent', { leadId, proposalId: id });
    // Also a lost one: who gets a proposal is a prospect again.
    if (lead.status !== 'closed_won') {
      await updateLead(transaction, lead, { status: 'proposal_sent' }, userId);
    }
  });
}

/** Withdraws a proposal: its page says so, and nobody can accept it. @throws as `changeProposal` */
export const withdrawProposal = (
  { db }: ProposalContext,
  id: string,
  { userId, isExpected }: Change,
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const row = await lockProposal(transaction, id, isExpected);
    if (row.state === 'draft') {
      throw new AppError('conflict', 'This proposal was not sent yet. You can delete it.');
    }
    await updateProposal(transaction, row, { state: 'withdrawn' }, { what: 'withdrawn' }, userId);
  });

/** Deletes a draft. @throws AppError not_found, changed; conflict when it was sent */
export const deleteProposal = (
  { db }: ProposalContext,
  id: string,
  { userId, isExpected }: Change,
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    const row = await lockProposal(transaction, id, isExpected);
    if (row.state !== 'draft') {
      throw new AppError('conflict', 'This proposal was sent. You can withdraw it.');
    }
    await transaction.deleteFrom('proposals').where('id', '=', id).execute();
    const at = new Date().toISOString();
    await writeProposalHistory(transaction, row, { what: 'deleted' }, { at, userId });
  });
