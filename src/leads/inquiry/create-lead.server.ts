import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { getConsentedDeliveries } from '../../analytics/contract';
import { appendInquiries, toFunnelSource } from '../../analytics/store.server';
import { createBulkStatement } from '../../db/bulk-statement.server';
import type { Database } from '../../db/database.server';
import { executePipelined } from '../../db/execute-pipelined.server';
import { createGroupCommit } from '../../db/group-commit.server';
import { runInTransaction } from '../../db/transactions.server';
import type { Environment } from '../../foundation/environment/environment.server';
import {
  createDeliveryRows,
  insertDeliveries,
  readDeliveryTargets,
} from '../../foundation/outbox/store.server';
import { createKeyReusedError, type IdempotencyKeyRow } from '../../http/repeatable-request.server';
import type { LeadInput, SpamReason } from '../contract';
import type { LeadHooks } from '../hooks.server';
import { deriveLeadKeys } from '../lead-keys.server';
import { toSearchText } from '../search/search-text';
import { insertSearchTexts } from '../search/search-text-table.server';
import { leadColumns, type NewLeadRow } from '../table.server';
import { claimIdempotencyKeys, findIdempotencyKeys } from './idempotency-keys.server';
import type { FindPackages } from './package-choice';

/**
 * Maximum number of leads per transaction. A larger batch gains nothing and delays its first lead.
 */
const maxBatchSize = 64;

interface LeadCreatorOptions {
  environment: Environment;
  onPending: () => void;
  findPackages: FindPackages;
  hooks: LeadHooks;
}

interface PendingLead {
  row: NewLeadRow;
  input: LeadInput;
  key: string | undefined;
  requestHash: string;
}

/**
 * Copies only the lead's own fields. Written out by hand: object spread was the hottest line of
 * lead creation in the profile.
 */
const pickLeadFields = (input: LeadInput) => ({
  companyName: input.companyName,
  contactName: input.contactName,
  email: input.email,
  phone: input.phone,
  industry: input.industry,
  numberOfLocations: input.numberOfLocations,
  interestedPackage: input.interestedPackage,
  message: input.message,
});

/**
 * Serializes a request for its idempotency hash. Without a package id the result is the same as in
 * releases before that field, so that a request repeated across an update still matches.
 */
const serializeForHash = (fields: object, { interestedPackageId }: LeadInput): string =>
  JSON.stringify(interestedPackageId === null ? fields : { ...fields, interestedPackageId });

/**
 * Returns whether a key was used for the same request. During an update, a process of the previous
 * release may have stored the hash without the package id.
 */
const isSameRequest = (stored: string, { requestHash, key, input }: PendingLead): boolean =>
  stored === requestHash ||
  (key !== undefined && stored === hash('sha256', JSON.stringify(pickLeadFields(input))));

/**
 * Clears package ids that don't match a package of the given name. The package was deleted or
 * renamed in the meantime, or the request didn't come from our form.
 */
async function clearUnknownPackages(
  leads: readonly PendingLead[],
  { findPackages }: LeadCreatorOptions,
): Promise<void> {
  const withPackage = leads.filter(({ row }) => row.interestedPackageId !== null);
  if (withPackage.length === 0) return;
  const ids = withPackage.flatMap(({ row }) => row.interestedPackageId ?? []);
  const packages = await findPackages([...new Set(ids)]);
  for (const { row } of withPackage) {
    const { interestedPackageId, interestedPackage } = row;
    const isKnown = packages.some(
      ({ id, name }) => id === interestedPackageId && name === interestedPackage,
    );
    if (!isKnown) row.interestedPackageId = null;
  }
}

function toPendingLead(
  input: LeadInput,
  key: string | undefined,
  spamReason: SpamReason | null,
): PendingLead {
  const now = new Date().toISOString();
  const fields = pickLeadFields(input);
  const row: NewLeadRow = {
    id: uuidv7(),
    status: 'new',
    assignedPmId: null,
    suspect: spamReason,
    attribution: input.attribution && JSON.stringify(input.attribution),
    consent: input.consent && JSON.stringify(input.consent),
    createdAt: now,
    updatedAt: now,
    ...fields,
    interestedPackageId: input.interestedPackageId,
    ...deriveLeadKeys(input),
  };
  // Without attribution and consent: a later visit may repeat the same inquiry with different ones.
  const requestHash = key === undefined ? '' : hash('sha256', serializeForHash(fields, input));
  return { row, input, key, requestHash };
}

const createInsertStatement = ({ condition }: LeadHooks['afterInsert']) =>
  createBulkStatement(leadColumns, (db, rows, names) =>
    db
      .insertInto('leads')
      .columns(names)
      .expression(rows)
      // The alias is one word: results of bulk statements aren't converted to camel case.
      .returning(['id', 'email', condition.as('matches')]),
  );

/** Counts the leads by source, without spam. */
function countSources(leads: readonly PendingLead[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { row, input } of leads) {
    if (row.suspect !== null) continue;
    const source = toFunnelSource(input.attribution);
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return counts;
}

/** The stored lead: the new one, or the one that the same idempotency key created before. */
type CreatedLead = Pick<IdempotencyKeyRow, 'leadId' | 'requestHash'>;

const toKeyRows = ({ row, key, requestHash }: PendingLead): IdempotencyKeyRow[] =>
  key === undefined ? [] : [{ key, requestHash, leadId: row.id, createdAt: row.createdAt }];

/** Rolls the transaction back because one of the idempotency keys was used before. */
class IdempotencyKeyTakenError extends Error {}

const createLeadDeliveries = (
  leads: readonly PendingLead[],
  environment: Environment,
  targets: Awaited<ReturnType<typeof readDeliveryTargets>>,
) =>
  leads.flatMap(({ row, input }) =>
    createDeliveryRows(
      'lead-created',
      {
        leadId: row.id,
        // Advertising platforms must not learn from spam.
        agreed: getConsentedDeliveries(row.suspect === null ? input.consent : null),
        isSuspect: row.suspect !== null,
      },
      targets,
      { environment },
    ),
  );

/**
 * Stores leads with their deliveries, search texts and counts in one durable transaction.
 * @returns whether there is anything to deliver
 * @throws IdempotencyKeyTakenError when one of their keys was used before
 */
async function storeLeads(
  db: Database,
  insertLeads: ReturnType<typeof createInsertStatement>,
  leads: readonly PendingLead[],
  { environment, hooks }: LeadCreatorOptions,
): Promise<boolean> {
  const keys = leads.flatMap(toKeyRows);
  const targets = await readDeliveryTargets(db, 'lead-created');
  const deliveries = createLeadDeliveries(leads, environment, targets);
  return runInTransaction(db, async (transaction) => {
    const counts = countSources(leads);
    const [claimedKeys, stored] = await executePipelined(transaction, [
      claimIdempotencyKeys(transaction, keys),
      insertLeads(
        transaction,
        leads.map(({ row }) => row),
      ),
      insertDeliveries(transaction, deliveries),
      insertSearchTexts(
        transaction,
        leads.map(({ row, input }) => ({ leadId: row.id, text: toSearchText(input), indexed: 1 })),
      ),
      ...(counts.size > 0 ? [appendInquiries(transaction, counts)] : []),
    ]);
    if (claimedKeys.length < keys.length) throw new IdempotencyKeyTakenError();
    const leadsWithHook = stored.filter(({ matches }) => matches);
    if (leadsWithHook.length > 0) await hooks.afterInsert.run(transaction, leadsWithHook);
    return deliveries.some(({ status }) => status === 'pending');
  });
}

/** Creates leads. Concurrent requests share one transaction. */
export function createLeadCreator(db: Database, options: LeadCreatorOptions) {
  const insertLeads = createInsertStatement(options.hooks.afterInsert);

  /**
   * Stores a batch and returns its leads in the same order. Of several leads with the same key,
   * only the first is stored.
   */
  async function commit(leads: readonly PendingLead[]): Promise<CreatedLead[]> {
    const createdByKey = new Map<string, CreatedLead>();
    for (const row of leads.flatMap(toKeyRows)) {
      if (!createdByKey.has(row.key)) createdByKey.set(row.key, row);
    }
    const findCreated = ({ row, key, requestHash }: PendingLead): CreatedLead =>
      (key !== undefined && createdByKey.get(key)) || { leadId: row.id, requestHash };
    await clearUnknownPackages(leads, options);
    for (;;) {
      const leadsToStore = leads.filter((lead) => findCreated(lead).leadId === lead.row.id);
      try {
        const hasPendingDeliveries =
          leadsToStore.length > 0 && (await storeLeads(db, insertLeads, leadsToStore, options));
        if (hasPendingDeliveries) setImmediate(options.onPending);
        return leads.map(findCreated);
      } catch (error) {
        if (!(error instanceof IdempotencyKeyTakenError)) throw error;
        // Look up the keys only after a conflict: doing so first would cost every request a round
        // trip.
        const earlierKeys = await findIdempotencyKeys(db, [...createdByKey.keys()]);
        for (const row of earlierKeys) createdByKey.set(row.key, row);
      }
    }
  }

  const store = createGroupCommit(commit, maxBatchSize);

  /**
   * Stores an inquiry together with its deliveries, in one durable transaction.
   * @param key idempotency key: a repeated request stores nothing and returns the first one's lead
   * @param spamReason why it looks like spam, or null; spam is stored like any other inquiry
   * @returns the lead's id
   * @throws AppError conflict when the key was used with another body
   */
  return async function createLead(
    input: LeadInput,
    key?: string,
    spamReason: SpamReason | null = null,
  ): Promise<string> {
    const lead = toPendingLead(input, key, spamReason);
    const { leadId, requestHash } = await store(lead);
    if (!isSameRequest(requestHash, lead)) throw createKeyReusedError();
    return leadId;
  };
}
