import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Attribution } from '../analytics/attribution/touch';
import { parseAttribution } from '../analytics/contract';
import type { Plan } from '../cover/contract';
import { countPlanMinutes } from '../cover/plan-words';
import { createBulkStatement } from '../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { lockRows } from '../db/locks.server';
import { runInTransaction } from '../db/transactions.server';
import { enqueue } from '../foundation/outbox/store.server';
import { claimRequest } from '../http/repeatable-request.server';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import type { Lead, OwnLeadInput } from './contract';
import { writeLeadHistory } from './history.server';
import type { LeadHooks } from './hooks.server';
import type { FindPackages } from './inquiry/package-choice';
import { serializePlan } from './lead-plan';
import { createSearchText, saveSearchTexts } from './search/search-texts.server';
import { createNotFoundError, lockLeads, updateLead } from './store.server';
import {
  deriveLeadKeys,
  findLead,
  type LeadRow,
  leadColumns,
  type NewLeadRow,
} from './table.server';

/** The fields of a lead without an inquiry. */
export type LeadFields = Pick<OwnLeadInput, 'companyName' | 'contactName' | 'email'> &
  Partial<OwnLeadInput> & { attribution?: Attribution | null };

/** Creates the row of a lead without an inquiry: added by the admin, imported, or from a call. */
export const createLeadRow = (
  { attribution = null, plan = null, ...fields }: LeadFields,
  at: string,
): NewLeadRow => ({
  phone: null,
  industry: null,
  numberOfLocations: null,
  interestedPackage: null,
  interestedPackageId: null,
  message: null,
  status: 'new',
  ...fields,
  ...deriveLeadKeys({ phone: null, ...fields, attribution }),
  id: uuidv7(),
  assignedPmId: null,
  suspect: null,
  attribution: attribution && JSON.stringify(attribution),
  consent: null,
  plan: serializePlan(plan),
  createdAt: at,
  updatedAt: at,
});

/** The row of a new lead, which an import may have added to another lead. */
export type AddedLeadRow = NewLeadRow & Partial<Pick<LeadRow, keyof typeof importedColumns>>;

const importedColumns = {
  importId: 'text',
  mergedIntoId: 'text',
  mergedAt: 'text',
  nextStepText: 'text',
  nextStepDueAt: 'text',
  answeredAt: 'text',
} as const;

const insertRows = createBulkStatement<AddedLeadRow, unknown>(
  { ...leadColumns, ...importedColumns },
  (db, rows, names) => db.insertInto('leads').columns(names).expression(rows),
);

/** Stores leads without an inquiry, with their search texts. */
async function insertLeads(
  transaction: DatabaseTransaction,
  rows: readonly AddedLeadRow[],
): Promise<void> {
  await transaction.executeQuery(insertRows(transaction, rows));
  const texts = rows.map((row) =>
    createSearchText(row.id, { ...row, attribution: parseAttribution(row.attribution) }),
  );
  await transaction.executeQuery(saveSearchTexts(transaction, texts));
}

/** Stores leads that the admin adds or imports. Sends no email and no conversion. */
export async function insertOwnLeads(
  transaction: DatabaseTransaction,
  rows: readonly AddedLeadRow[],
  userId: string | null,
): Promise<void> {
  await insertLeads(transaction, rows);
  // An imported lead may be older than its row, which is as old as its last change.
  const entries = rows.map(({ id, updatedAt, importId }) => ({
    ...{ itemId: id, action: 'created' as const, at: updatedAt, userId },
    ...(importId && { after: { importId } }),
  }));
  await writeLeadHistory(transaction, ...entries);
}

interface AddLeadOptions {
  hooks: LeadHooks;
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
  { hooks: { afterInsert }, findPackages, userId, key }: AddLeadOptions,
): Promise<Lead> {
  const { interestedPackageId, interestedPackage } = input;
  const { plan, ...withoutPlan } = input;
  const packages = interestedPackageId ? await findPackages([interestedPackageId]) : [];
  const isKnown = packages.some(({ name }) => name === interestedPackage);
  const row = createLeadRow(
    { ...input, interestedPackageId: isKnown ? interestedPackageId : null },
    new Date().toISOString(),
  );
  return runInTransaction(db, async (transaction) => {
    // Without a plan, the hash is the same as in the previous release.
    const request = { key, content: ['lead', plan ? input : withoutPlan] };
    const { subjectId: leadId, isRepeated } = await claimRequest(transaction, request, row.id);
    if (!isRepeated) {
      await insertOwnLeads(transaction, [row], userId);
      await afterInsert.run(transaction, [row]);
      await enqueue(transaction, 'lead-added', { leadId });
    }
    const lead = await findLead(transaction, leadId);
    if (!lead) throw createNotFoundError();
    return lead;
  });
}

/** Stores a lead for a person who books a call without an inquiry. @returns its id */
export async function createLeadFromBooking(
  transaction: DatabaseTransaction,
  person: { name: string; email: string; company: string } & Pick<
    LeadFields,
    'attribution' | 'plan'
  >,
): Promise<string> {
  const { name, email, company, attribution, plan } = person;
  const row = createLeadRow(
    { companyName: company, contactName: name, email, status: 'discovery_call', attribution, plan },
    new Date().toISOString(),
  );
  await insertLeads(transaction, [row]);
  await enqueue(transaction, 'lead-added', { leadId: row.id });
  return row.id;
}

/** Finds the newest lead with this email, ignoring case. @returns its id */
export async function findLeadIdByEmail(
  transaction: DatabaseTransaction,
  email: string,
): Promise<string | undefined> {
  const query = transaction
    .selectFrom('leads')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deletedAt', 'is', null)
    .where('mergedIntoId', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1);
  return (await lockRows(transaction, query).executeTakeFirst())?.id;
}

/**
 * Moves a lead to "Discovery Call" because a call was booked, unless it is already further along,
 * and records the change in its history.
 * @param after when the booking was recorded; ISO 8601
 */
export async function moveToDiscoveryCall(
  transaction: DatabaseTransaction,
  leadId: string,
  after: string,
  userId: string | null = null,
): Promise<void> {
  const lead = await transaction
    .selectFrom('leads')
    .select(['status', 'updatedAt', 'mergedIntoId'])
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (lead?.mergedIntoId) {
    return moveToDiscoveryCall(transaction, lead.mergedIntoId, after, userId);
  }
  if (!lead || !['new', 'contacted'].includes(lead.status)) return;
  const at = createTimestampAfter(lead.updatedAt > after ? lead.updatedAt : after);
  const { numUpdatedRows } = await transaction
    .updateTable('leads')
    .set({ status: 'discovery_call', updatedAt: at })
    .where('id', '=', leadId)
    .where('status', '=', lead.status)
    .executeTakeFirst();
  if (Number(numUpdatedRows) === 0) return;
  await writeLeadHistory(transaction, {
    itemId: leadId,
    at,
    userId,
    before: { status: lead.status },
    after: { status: 'discovery_call' },
  });
  await enqueue(transaction, 'lead-updated', { leadId, changed: ['status'] });
}

/**
 * Gives a lead the plan that its person sent with a booking, which is newer than the lead's own. A
 * plan without hours says nothing, and changes nothing.
 * @param userId the admin, when they confirmed the person
 */
export async function updateBookedPlan(
  transaction: DatabaseTransaction,
  leadId: string,
  plan: Plan | null,
  userId: string | null = null,
): Promise<void> {
  if (plan === null || countPlanMinutes(plan) === 0) return;
  const [lead] = await lockLeads(transaction, [leadId]);
  if (lead?.mergedIntoId) return updateBookedPlan(transaction, lead.mergedIntoId, plan, userId);
  if (lead) await updateLead(transaction, lead, { plan }, userId);
}
