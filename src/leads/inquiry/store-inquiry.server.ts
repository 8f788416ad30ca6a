import { hash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { getConsentedDeliveries } from '../../analytics/contract';
import { appendInquiries } from '../../analytics/store.server';
import { createBulkStatement, executePipelined } from '../../db/bulk-statement.server';
import { createGroupCommit } from '../../db/group-commit.server';
import { runInTransaction } from '../../db/transactions.server';
import {
  createDeliveryRows,
  insertDeliveries,
  readDeliveryTargets,
} from '../../foundation/outbox/store.server';
import {
  claimIdempotencyKeys,
  createKeyReusedError,
  findIdempotencyKey,
  type IdempotencyKeyRow,
} from '../../http/repeatable-request.server';
import type { LeadInput, SpamReason } from '../contract';
import type { LeadRoutesContext } from '../hooks.server';
import { serializePlan } from '../lead-plan';
import { createSearchText, saveSearchTexts } from '../search/search-texts.server';
import { deriveLeadKeys, leadColumns, type NewLeadRow } from '../table.server';

/** An inquiry that passed the checks. Suspected spam is stored like any other inquiry. */
interface Inquiry {
  input: LeadInput;
  /** Idempotency key: a repeated request stores nothing and gets the first one's lead. */
  key: string | undefined;
  spamReason: SpamReason | null;
}

/**
 * Maximum number of leads per transaction. A larger batch gains nothing and delays its first lead.
 */
const maxBatchSize = 64;

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
 * Hashes a request. Without attribution and consent: a later visit may repeat the same inquiry with
 * different ones. Without a package id and a plan the hash is the same as in releases before these
 * fields.
 */
function hashRequest(
  fields: object,
  { interestedPackageId, plan }: Pick<LeadInput, 'interestedPackageId' | 'plan'>,
): string {
  const later = {
    ...(interestedPackageId !== null && { interestedPackageId }),
    ...(plan && { plan }),
  };
  return hash('sha256', JSON.stringify({ ...fields, ...later }));
}

/**
 * Returns whether the hash is that of the same request. During an update, a process of the previous
 * release may have stored it without the plan, or without the package id before that.
 */
const isSameRequest = (stored: string, input: LeadInput): boolean =>
  [input, { ...input, plan: null }, { plan: null, interestedPackageId: null }].some(
    (one) => stored === hashRequest(pickLeadFields(input), one),
  );

/** Creates the rows that an inquiry is stored as. */
function prepareInquiry({ input, key, spamReason }: Inquiry) {
  const now = new Date().toISOString();
  const id = uuidv7();
  const fields = pickLeadFields(input);
  const row: NewLeadRow = {
    id,
    status: 'new',
    assignedPmId: null,
    suspect: spamReason,
    attribution: input.attribution && JSON.stringify(input.attribution),
    consent: input.consent && JSON.stringify(input.consent),
    plan: serializePlan(input.plan),
    createdAt: now,
    updatedAt: now,
    ...fields,
    interestedPackageId: input.interestedPackageId,
    ...deriveLeadKeys(input),
  };
  const keyRow =
    key === undefined
      ? undefined
      : { key, requestHash: hashRequest(fields, input), leadId: id, createdAt: now };
  return { row, input, keyRow };
}

type PreparedInquiry = ReturnType<typeof prepareInquiry>;

/** Rolls the transaction back because one of the idempotency keys was used before. */
class IdempotencyKeyTakenError extends Error {}

/**
 * Creates the function that stores an inquiry: the lead with its deliveries, idempotency key, search
 * text and funnel count, in one durable transaction. Concurrent requests share one.
 */
export function createInquiryStore({
  db,
  environment,
  hooks,
  findPackages,
  wakeOutbox,
}: LeadRoutesContext) {
  const insertInquiries = createBulkStatement(leadColumns, (database, rows, names) =>
    database
      .insertInto('leads')
      .columns(names)
      .expression(rows)
      // The alias is one word: results of bulk statements aren't converted to camel case.
      .returning(['id', 'email', hooks.afterInsert.condition.as('matches')]),
  );

  /**
   * Clears package ids that don't match a package of the given name. The package was deleted or
   * renamed in the meantime, or the request didn't come from our form.
   */
  async function clearUnknownPackages(rows: readonly NewLeadRow[]): Promise<void> {
    const ids = new Set(rows.flatMap(({ interestedPackageId }) => interestedPackageId ?? []));
    if (ids.size === 0) return;
    const packages = await findPackages([...ids]);
    for (const row of rows) {
      const isKnown = packages.some(
        ({ id, name }) => id === row.interestedPackageId && name === row.interestedPackage,
      );
      if (!isKnown) row.interestedPackageId = null;
    }
  }

  async function createDeliveries(inquiries: readonly PreparedInquiry[]) {
    const targets = await readDeliveryTargets(db, 'lead-created');
    return inquiries.flatMap(({ row: { id, suspect }, input }) => {
      // Advertising platforms must not learn from spam.
      const agreed = getConsentedDeliveries(suspect === null ? input.consent : null);
      const payload = { leadId: id, agreed, isSuspect: suspect !== null };
      return createDeliveryRows('lead-created', payload, targets, { environment });
    });
  }

  /** @throws IdempotencyKeyTakenError when one of their keys was used before */
  async function storeInquiries(inquiries: readonly PreparedInquiry[]): Promise<string[]> {
    const rows = inquiries.map(({ row }) => row);
    const keyRows = inquiries.flatMap(({ keyRow }) => keyRow ?? []);
    await clearUnknownPackages(rows);
    const deliveries = await createDeliveries(inquiries);
    const texts = inquiries.map(({ row, input }) => createSearchText(row.id, input));
    const sources = rows.flatMap(({ suspect, source }) => (suspect === null && source) || []);
    await runInTransaction(db, async (transaction) => {
      const [claimedKeys, stored] = await executePipelined(transaction, [
        claimIdempotencyKeys(transaction, keyRows),
        insertInquiries(transaction, rows),
        insertDeliveries(transaction, deliveries),
        saveSearchTexts(transaction, texts),
        appendInquiries(transaction, sources),
      ]);
      if (claimedKeys.length < keyRows.length) throw new IdempotencyKeyTakenError();
      const leadsWithHook = stored.filter(({ matches }) => matches);
      if (leadsWithHook.length > 0) await hooks.afterInsert.run(transaction, leadsWithHook);
    });
    if (deliveries.some(({ status }) => status === 'pending')) setImmediate(wakeOutbox);
    return rows.map(({ id }) => id);
  }

  const storeInGroup = createGroupCommit(storeInquiries, maxBatchSize);

  /** Deletes the key of a deleted lead, so that the same inquiry is stored when it is sent again. */
  async function releaseKeyOfDeletedLead({ key, leadId }: IdempotencyKeyRow): Promise<boolean> {
    const deleted = db
      .selectFrom('leads')
      .select('id')
      .where('id', '=', leadId)
      .where('deletedAt', 'is not', null);
    const { numDeletedRows } = await db
      .deleteFrom('idempotencyKeys')
      .where('key', '=', key)
      .where('leadId', 'in', deleted)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /**
   * Stores an inquiry.
   * @returns the lead's id
   * @throws AppError conflict when the key was used with another body
   */
  return async function storeInquiry(inquiry: Inquiry): Promise<string> {
    try {
      return await storeInGroup(prepareInquiry(inquiry));
    } catch (error) {
      // Look up the key only after a conflict: doing so first would cost every request a round trip.
      if (!(error instanceof IdempotencyKeyTakenError)) throw error;
      const first = await findIdempotencyKey(db, inquiry.key ?? '');
      // The first one was erased in the meantime.
      if (!first) return storeInquiry(inquiry);
      if (!isSameRequest(first.requestHash, inquiry.input)) throw createKeyReusedError();
      if (await releaseKeyOfDeletedLead(first)) return storeInquiry(inquiry);
      return first.leadId;
    }
  };
}
