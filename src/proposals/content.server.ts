import type { CollectionStores } from '../content/collections/collections.server';
import type { Talent } from '../content/collections/talents/contract';
import type { Collection } from '../content/kit/define-collection';
import { getCollectionTable } from '../content/kit/table.server';
import { coverPlan } from '../cover/match';
import { splitIntoBatches } from '../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { lockRows } from '../db/locks.server';
import type { Environment } from '../foundation/environment/environment.server';
import { AppError, createFieldError } from '../lib/errors';
import { DAY } from '../lib/time/durations';
import { maxPriceDollars } from '../payments/checkout.server';
import { findActivePayment } from '../payments/store.server';
import { type ProposalContent, type ProposalInput, proposedPerson } from './contract';
import { proposalLimits } from './proposal';
import { getToday } from './table.server';

/**
 * Locks items of a collection, so that none is deleted while a proposal with them is stored or sent.
 * @returns whether all of them exist
 */
export async function lockItems(
  transaction: DatabaseTransaction,
  collection: Pick<Collection, 'table'>,
  ids: readonly string[],
): Promise<boolean> {
  const table = getCollectionTable(collection);
  let count = 0;
  for (const batch of splitIntoBatches(ids)) {
    const query = transaction.selectFrom(table).select('id').where('id', 'in', batch);
    count += (await lockRows(transaction, query.orderBy('id')).execute()).length;
  }
  return count === ids.length;
}

/** Maximum length of the JSON of who works when: far more than a plan that people read. */
const maxAnswerLength = 200_000;

/** Dependencies of proposals. */
export interface ProposalContext {
  db: Database;
  environment: Environment;
  collections: Pick<CollectionStores, 'talents' | 'packages'>;
  /** Call it when a change may have caused deliveries. */
  wakeOutbox: () => void;
}

export const createDepartedError = () =>
  createFieldError('talentIds', 'One of these people is no longer on the site');

export const createNoPackageError = () =>
  createFieldError('packageId', 'This package is no longer on the site');

/**
 * Loads people whom the owner proposes, including those whom visitors don't see.
 * @throws AppError invalid
 */
async function loadPeople(
  { talents }: ProposalContext['collections'],
  ids: readonly string[],
): Promise<Talent[]> {
  const loaded = ids.map((id) =>
    talents.findById(id).catch((error) => {
      throw error instanceof AppError ? createDepartedError() : error;
    }),
  );
  return Promise.all(loaded);
}

/** Returns a package with its current price. @throws AppError invalid */
async function loadPackage(
  { db, collections }: ProposalContext,
  leadId: string,
  id: string,
): Promise<NonNullable<ProposalContent['package']>> {
  const [item] = await collections.packages.findPublishedByIds([id]);
  if (!item) throw createNoPackageError();
  if (item.price === null || item.price > maxPriceDollars) {
    throw createFieldError('packageId', 'This package has no price that can be paid: write a line');
  }
  const payment = await findActivePayment(db, leadId, id);
  if (payment?.status === 'succeeded') {
    throw createFieldError('packageId', 'This lead has already paid for this package');
  }
  return { id, name: item.name, amount: item.price * 100 };
}

/** Checks that a proposal can still be accepted. @throws AppError invalid */
export function requireFuture(validUntil: string, environment: Pick<Environment, 'owner'>): void {
  const days = (Date.parse(validUntil) - Date.parse(getToday(environment))) / DAY;
  if (days < 0) throw createFieldError('validUntil', 'Choose today or a later day');
  if (days > proposalLimits.daysAhead) {
    throw createFieldError('validUntil', 'Choose a day within a year');
  }
}

/**
 * Builds what a proposal says: the people and the package as they are now, and who works which hours.
 * @param stored the package of a stored proposal: one that was sent keeps its price
 * @throws AppError invalid
 */
export async function buildContent(
  context: ProposalContext,
  leadId: string,
  { talentIds, packageId, packageAmount, ...input }: ProposalInput,
  stored?: { package: ProposalContent['package']; isSent: boolean },
): Promise<ProposalContent> {
  requireFuture(input.validUntil, context.environment);
  const people = await loadPeople(context.collections, talentIds);
  const answer = input.plan && coverPlan(input.plan, people);
  if (JSON.stringify(answer).length > maxAnswerLength) {
    throw createFieldError('plan', 'This plan has too many shifts for a proposal');
  }
  const kept = packageId !== null && stored?.package?.id === packageId ? stored.package : null;
  const current =
    packageId === null || (kept && stored?.isSent)
      ? kept
      : await loadPackage(context, leadId, packageId);
  const chosen = kept && kept.amount === packageAmount ? kept : current;
  if (chosen && packageAmount !== null && chosen.amount !== packageAmount) {
    throw createFieldError('packageId', 'The price of this package has changed: choose it again');
  }
  return {
    ...input,
    people: people.map((talent) => proposedPerson.parse(talent)),
    answer,
    package: chosen,
  };
}
