import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { enqueue } from '../../foundation/outbox/store.server';
import { claimRequest } from '../../http/repeatable-request.server';
import type { Lead, OwnLeadInput } from '../contract';
import { writeLeadHistory } from '../history.server';
import type { FindPackages } from '../inquiry/package-choice';
import { type AddedLeadRow, createLeadRow, insertLeads } from '../new-leads.server';
import { createNotFoundError } from '../store.server';
import { findLead } from '../table.server';

/** Stores leads that the admin adds or imports. Sends no email and no conversion. */
export async function insertOwnLeads(
  transaction: DatabaseTransaction,
  rows: readonly AddedLeadRow[],
  userId: string | null,
): Promise<void> {
  await insertLeads(transaction, rows);
  const entries = rows.map(({ id, createdAt, importId }) => ({
    ...{ itemId: id, action: 'created' as const, at: createdAt, userId },
    ...(importId && { after: { importId } }),
  }));
  await writeLeadHistory(transaction, ...entries);
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
  const row = createLeadRow(
    { ...input, interestedPackageId: isKnown ? interestedPackageId : null },
    new Date().toISOString(),
  );
  return runInTransaction(db, async (transaction) => {
    const request = { key, content: ['lead', input] };
    const { subjectId: leadId, isRepeated } = await claimRequest(transaction, request, row.id);
    if (!isRepeated) {
      await insertOwnLeads(transaction, [row], userId);
      await enqueue(transaction, 'lead-added', { leadId });
    }
    const lead = await findLead(transaction, leadId);
    if (!lead) throw createNotFoundError();
    return lead;
  });
}
