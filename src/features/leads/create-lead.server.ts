import { hash } from 'node:crypto';
import { createBulkStatement } from '../../db/bulk-statement.server';
import type { Database } from '../../db/database.server';
import { executePipelined } from '../../db/execute-pipelined.server';
import { createGroupCommit } from '../../db/group-commit.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { createDeliveryRows, insertDeliveries } from '../../foundation/outbox/store.server';
import type { Environment } from '../../foundation/settings/environment.server';
import { AppError } from '../../lib/errors';
import { createUuidV7 } from '../../lib/uuid-v7.server';
import { getConsentedDeliveries } from '../analytics/contract';
import {
  incrementFunnelSteps,
  mergeExcessSources,
  toFunnelSource,
} from '../analytics/store.server';
import { assignBookingsToLeads, hasUnownedBooking } from '../scheduling/booking-leads.server';
import type { LeadInput, SpamReason } from './contract';
import {
  claimIdempotencyKeys,
  findIdempotencyKeys,
  type IdempotencyKeyRow,
} from './idempotency-keys.server';
import { toSearchText } from './search-text';
import { insertSearchTexts } from './search-text-table.server';
import { type LeadRow, leadColumns } from './table.server';

/** Leads of one transaction. More would gain nothing, and make the first of them wait for the last. */
const maxBatchSize = 64;

export interface LeadStoreOptions {
  environment: Environment;
  /** Called when there is something to deliver. */
  onPending: () => void;
  findPackages: FindPackages;
}

/** The packages with these ids, without those that are gone. */
export type FindPackages = (ids: readonly string[]) => Promise<{ id: string; name?: unknown }[]>;

interface PendingLead {
  row: LeadRow;
  input: LeadInput;
  key: string | undefined;
  requestHash: string;
}

/**
 * What was typed, and nothing else that came with it. Each field by its name: to spread an input and add
 * to it took V8 longer than everything else that makes a lead.
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
 * What an idempotency key stands for. Without a package's id it is what releases before that id have
 * hashed, so that a request which is repeated across an update stays the same request.
 */
const serializeForHash = (fields: object, { interestedPackageId }: LeadInput): string =>
  JSON.stringify(interestedPackageId === null ? fields : { ...fields, interestedPackageId });

/**
 * Whether a key was used for the same request. A process of the release before, which may run beside this one
 * during an update, has stored the request without the package's id.
 */
const isSameRequest = (stored: string, { requestHash, key, input }: PendingLead): boolean =>
  stored === requestHash ||
  (key !== undefined && stored === hash('sha256', JSON.stringify(pickLeadFields(input))));

/**
 * Clears the package's id where no package has it together with the name beside it: it was deleted or
 * renamed meanwhile, or the request was not ours.
 */
async function clearUnknownPackages(
  leads: readonly PendingLead[],
  findPackages: FindPackages,
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
  const row: LeadRow = {
    id: createUuidV7(),
    status: 'new',
    assignedPmId: null,
    suspect: spamReason,
    attribution: input.attribution && JSON.stringify(input.attribution),
    consent: input.consent && JSON.stringify(input.consent),
    createdAt: now,
    updatedAt: now,
    ...fields,
    interestedPackageId: input.interestedPackageId,
  };
  // The same enquiry may be sent again by a later visit, with another consent.
  const requestHash = key === undefined ? '' : hash('sha256', serializeForHash(fields, input));
  return { row, input, key, requestHash };
}

const insertLeads = createBulkStatement(leadColumns, (db, rows, names) =>
  db
    .insertInto('leads')
    .columns(names)
    .expression(rows)
    .returning(['id', 'email', hasUnownedBooking.as('booked')]),
);

/** How often the leads' sources brought one that is no suspect. */
function countSources(leads: readonly PendingLead[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { row, input } of leads) {
    if (row.suspect !== null) continue;
    const source = toFunnelSource(input.attribution);
    counts.set(source, (counts.get(source) ?? 0) + 1);
  }
  return counts;
}

/** The answer to a lead: its own id, or that of the lead which its key was used for before. */
type CreatedLead = Pick<IdempotencyKeyRow, 'leadId' | 'requestHash'>;

const toKeyRows = ({ row, key, requestHash }: PendingLead): IdempotencyKeyRow[] =>
  key === undefined ? [] : [{ key, requestHash, leadId: row.id, createdAt: row.createdAt }];

/** A key that was believed to be new is taken: nothing of the transaction counts. */
class IdempotencyKeyTakenError extends Error {}

/**
 * Stores leads with all that they cause, in one durable transaction.
 * @returns whether anything is to be delivered
 * @throws KeyTaken when one of their keys was used before
 */
function storeLeads(
  db: Database,
  environment: Environment,
  leads: readonly PendingLead[],
): Promise<boolean> {
  const keys = leads.flatMap(toKeyRows);
  const deliveries = leads.flatMap(({ row, input }) =>
    createDeliveryRows(
      'lead-created',
      {
        leadId: row.id,
        // No advertising platform is to learn from spam.
        agreed: getConsentedDeliveries(row.suspect === null ? input.consent : null),
        isSuspect: row.suspect !== null,
      },
      { environment },
    ),
  );
  return runInTransaction(db, async (transaction) => {
    const counts = await mergeExcessSources(transaction, countSources(leads));
    const [claimedKeys, stored] = await executePipelined(transaction, [
      claimIdempotencyKeys(transaction, keys),
      insertLeads(
        transaction,
        leads.map(({ row }) => row),
      ),
      insertDeliveries(transaction, deliveries),
      insertSearchTexts(
        transaction,
        leads.map(({ row, input }) => ({ leadId: row.id, text: toSearchText(input) })),
      ),
      // Last: all leads of a day count in one row, and whoever writes it holds up the others' commits.
      ...(counts.size > 0 ? [incrementFunnelSteps(transaction, 'enquiry', counts)] : []),
    ]);
    if (claimedKeys.length < keys.length) throw new IdempotencyKeyTakenError();
    await assignBookingsToLeads(
      transaction,
      stored.filter(({ booked }) => booked),
    );
    return deliveries.some(({ status }) => status === 'pending');
  });
}

/**
 * The way in for enquiries. Those that come at the same time share one transaction.
 * @param onPending called after the answers, when there is something to deliver
 */
export function createLeadCreator(
  db: Database,
  { environment, onPending, findPackages }: LeadStoreOptions,
) {
  /** The answers, in the same order. Of leads with one key the first is stored. */
  async function commit(leads: readonly PendingLead[]): Promise<CreatedLead[]> {
    const createdByKey = new Map<string, CreatedLead>();
    for (const row of leads.flatMap(toKeyRows)) {
      if (!createdByKey.has(row.key)) createdByKey.set(row.key, row);
    }
    const findCreated = ({ row, key, requestHash }: PendingLead): CreatedLead =>
      (key !== undefined && createdByKey.get(key)) || { leadId: row.id, requestHash };
    await clearUnknownPackages(leads, findPackages);
    for (;;) {
      const leadsToStore = leads.filter((lead) => findCreated(lead).leadId === lead.row.id);
      try {
        const hasPendingDeliveries =
          leadsToStore.length > 0 && (await storeLeads(db, environment, leadsToStore));
        if (hasPendingDeliveries) setImmediate(onPending);
        return leads.map(findCreated);
      } catch (error) {
        if (!(error instanceof IdempotencyKeyTakenError)) throw error;
        // Found out by trying: a look first would cost all who send theirs once a way there and back.
        const earlierKeys = await findIdempotencyKeys(db, [...createdByKey.keys()]);
        for (const row of earlierKeys) createdByKey.set(row.key, row);
      }
    }
  }

  const store = createGroupCommit(commit, maxBatchSize);

  /**
   * Stores an enquiry together with the deliveries that it causes, in one durable transaction.
   * @param key makes a repeated request store nothing and get the first one's answer
   * @param suspect why it looks like spam; it is stored and answered like any other
   * @returns the lead's id
   * @throws AppError conflict when the key was used with another content
   */
  return async function createLead(
    input: LeadInput,
    key?: string,
    spamReason: SpamReason | null = null,
  ): Promise<string> {
    const lead = toPendingLead(input, key, spamReason);
    const { leadId, requestHash } = await store(lead);
    if (!isSameRequest(requestHash, lead)) {
      throw new AppError(
        'conflict',
        'This Idempotency-Key was used for another request. Send the changed request with a new key.',
      );
    }
    return leadId;
  };
}
