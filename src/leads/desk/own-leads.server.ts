import { v7 as uuidv7 } from 'uuid';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { writeAudit } from '../../foundation/audit/store.server';
import { enqueue } from '../../foundation/outbox/store.server';
import { claimRequest } from '../../http/repeatable-request.server';
import type { Lead, OwnLeadInput } from '../contract';
import { leadSubject } from '../history.server';
import type { FindPackages } from '../inquiry/package-choice';
import { deriveLeadKeys } from '../lead-keys.server';
import { toSearchText } from '../search/search-text';
import { insertSearchTexts } from '../search/search-text-table.server';
import { createNotFoundError } from '../store.server';
import { findLead, type NewLeadRow } from '../table.server';

/** Creates the row of a lead that the admin adds or imports. */
export const createOwnLead = (
  lead: Omit<OwnLeadInput, 'interestedPackageId'> & Partial<OwnLeadInput>,
  at: string,
  id = uuidv7(),
): NewLeadRow => ({
  interestedPackageId: null,
  ...lead,
  ...deriveLeadKeys({ ...lead, attribution: null }),
  id,
  assignedPmId: null,
  suspect: null,
  attribution: null,
  consent: null,
  createdAt: at,
  updatedAt: at,
});

/** Rows per statement: 23 columns each stay below the parameters that either engine allows. */
const insertBatchSize = 100;

interface OwnLeadsOptions {
  importId: string | null;
  /** The leads to which some of the rows are added, by the rows' IDs. */
  mergedIntoIds?: ReadonlyMap<string, string>;
  userId: string | null;
}

/** Stores leads that the admin adds or imports. Sends no email and no conversion. */
export async function insertOwnLeads(
  transaction: DatabaseTransaction,
  rows: readonly NewLeadRow[],
  { importId, mergedIntoIds, userId }: OwnLeadsOptions,
): Promise<void> {
  for (let from = 0; from < rows.length; from += insertBatchSize) {
    const batch = rows.slice(from, from + insertBatchSize);
    await transaction
      .insertInto('leads')
      .values(
        batch.map((row) => {
          const mergedIntoId = mergedIntoIds?.get(row.id) ?? null;
          const mergedAt = mergedIntoId === null ? null : row.createdAt;
          return { ...row, importId, mergedIntoId, mergedAt };
        }),
      )
      .execute();
    const texts = batch.map((row) => ({
      leadId: row.id,
      text: toSearchText({ ...row, attribution: null }),
      indexed: 1,
    }));
    await transaction.executeQuery(insertSearchTexts(transaction, texts));
  }
  await writeAudit(
    transaction,
    rows.map(({ id, createdAt }) => ({
      subject: leadSubject,
      itemId: id,
      action: 'created',
      at: createdAt,
      userId,
      ...(importId !== null && { after: { importId } }),
    })),
  );
}

interface AddLeadOptions {
  findPackages: FindPackages;
  userId: string | null;
  /** Idempotency key: a repeated request stores nothing and gets the first one's lead. */
  key: string | undefined;
}

/**
 * Stores a lead that the admin enters, for example after a phone call.
 * @throws AppError conflict when the key was used for another request; not_found when the lead of
 *   the first one is gone
 */
export async function addLead(
  db: Database,
  input: OwnLeadInput,
  { findPackages, userId, key }: AddLeadOptions,
): Promise<Lead> {
  const { interestedPackageId, interestedPackage } = input;
  const packages = interestedPackageId ? await findPackages([interestedPackageId]) : [];
  const isKnown = packages.some(({ name }) => name === interestedPackage);
  const row = createOwnLead(
    { ...input, interestedPackageId: isKnown ? interestedPackageId : null },
    new Date().toISOString(),
  );
  return runInTransaction(db, async (transaction) => {
    const request = { key, content: ['lead', input] };
    const { subjectId: leadId, isRepeated } = await claimRequest(transaction, request, row.id);
    if (!isRepeated) {
      await insertOwnLeads(transaction, [row], { importId: null, userId });
      await enqueue(transaction, 'lead-added', { leadId });
    }
    const lead = await findLead(transaction, leadId);
    if (!lead) throw createNotFoundError();
    return lead;
  });
}
