import { sql } from 'kysely';
import type { Plan } from '../cover/contract';
import type { DatabaseTransaction } from '../db/database.server';
import { enqueue } from '../foundation/outbox/store.server';
import { createTimestampAfter } from '../lib/time/create-timestamp-after.server';
import { writeLeadHistory } from './history.server';
import { lockLeads, updateLead } from './store.server';

/** Finds the newest lead with this email, ignoring case. @returns its id */
export async function findLeadIdByEmail(
  transaction: DatabaseTransaction,
  email: string,
): Promise<string | undefined> {
  const found = await transaction
    .selectFrom('leads')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deletedAt', 'is', null)
    .where('mergedIntoId', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
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
 * Gives a lead the plan that its person sent with a booking, which is newer than the lead's own.
 * @param userId the admin, when they confirmed the person
 */
export async function updateBookedPlan(
  transaction: DatabaseTransaction,
  leadId: string,
  plan: Plan | null,
  userId: string | null = null,
): Promise<void> {
  if (plan === null) return;
  const [lead] = await lockLeads(transaction, [leadId]);
  if (lead?.mergedIntoId) return updateBookedPlan(transaction, lead.mergedIntoId, plan, userId);
  if (lead) await updateLead(transaction, lead, { plan }, userId);
}
