import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { enqueueMissing } from '../../foundation/outbox/store.server';
import { createTimestampAfter } from '../../lib/create-timestamp-after.server';
import { AppError } from '../../lib/errors';
import { getTimeAgo, HOUR } from '../../lib/time';
import { getConsentedDeliveries } from '../analytics/contract';
import { countVisitorStep } from '../analytics/store.server';
import type { Lead, LeadStatus } from './contract';
import { recordLeadDeletions, writeLeadHistory } from './history.server';
import type { LeadHooks } from './hooks.server';
import { type LeadRow, toLead } from './table.server';

/** Returns the number of leads of the last hour, and when the last one was created. */
export async function readLeadActivity(db: Database) {
  const [{ count }, last] = await Promise.all([
    db
      .selectFrom('leads')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('createdAt', '>', getTimeAgo(HOUR))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('leads')
      .select('createdAt')
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { lastHour: Number(count), lastCreatedAt: last?.createdAt };
}

const createNotFoundError = () => new AppError('not_found', 'Lead not found');

/**
 * Locks and loads a lead. The UPDATE changes nothing; it makes a concurrent writer wait, so that
 * each change is recorded once.
 * @throws AppError not_found
 */
async function lockLead(transaction: DatabaseTransaction, id: string): Promise<LeadRow> {
  const stored = await transaction
    .updateTable('leads')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!stored) throw createNotFoundError();
  return stored;
}

/** Changes a lead and records who did it. */
async function updateLead(
  transaction: DatabaseTransaction,
  { id, status, suspect, updatedAt }: LeadRow,
  after: { status: LeadStatus } | { suspect: null },
  userId: string | null,
): Promise<Lead> {
  const at = createTimestampAfter(updatedAt);
  const changed = await transaction
    .updateTable('leads')
    .set({ ...after, updatedAt: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const before = 'status' in after ? { status } : { suspect };
  await writeLeadHistory(transaction, { itemId: id, at, userId, before, after });
  return toLead(changed);
}

/**
 * Removes the spam mark from a lead and records who did it. Then creates what spam doesn't get: the
 * confirmation email, the conversions and the funnel count.
 * @throws AppError not_found
 */
export const clearSpamMark = (db: Database, id: string, userId: string | null): Promise<Lead> =>
  runInTransaction(db, async (transaction) => {
    const stored = await lockLead(transaction, id);
    if (stored.suspect === null) return toLead(stored);
    const lead = await updateLead(transaction, stored, { suspect: null }, userId);
    await enqueueMissing(transaction, 'lead-created', {
      leadId: id,
      agreed: getConsentedDeliveries(lead.consent),
      isSuspect: false,
    });
    await countVisitorStep(transaction, 'enquiry', lead.attribution);
    return lead;
  });

/** Changes the status and records who did it. @throws AppError not_found */
export const changeLeadStatus = (
  db: Database,
  id: string,
  status: LeadStatus,
  userId: string | null,
): Promise<Lead> =>
  runInTransaction(db, async (transaction) => {
    const stored = await lockLead(transaction, id);
    if (stored.status === status) return toLead(stored);
    return updateLead(transaction, stored, { status }, userId);
  });

/**
 * Deletes a lead. The audit log records the deletion without the lead's content.
 * @throws AppError not_found, or conflict when a hook rejects the deletion
 */
export const deleteLead = (
  db: Database,
  { beforeDelete, timelineSubjects }: LeadHooks,
  id: string,
  userId: string | null,
): Promise<void> =>
  runInTransaction(db, async (transaction) => {
    await beforeDelete(transaction, id);
    const deletedLeads = await transaction
      .deleteFrom('leads')
      .where('id', '=', id)
      .returning(['id', 'updatedAt'])
      .execute();
    if (deletedLeads.length === 0) throw createNotFoundError();
    await recordLeadDeletions(transaction, deletedLeads, { userId, timelineSubjects });
  });
