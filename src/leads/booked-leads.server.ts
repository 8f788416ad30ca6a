import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Attribution } from '../analytics/attribution/touch';
import type { DatabaseTransaction } from '../db/database.server';
import { enqueue } from '../foundation/outbox/store.server';
import { createTimestampAfter } from '../lib/create-timestamp-after.server';
import { writeLeadHistory } from './history.server';
import { deriveLeadKeys } from './lead-keys.server';
import { toSearchText } from './search/search-text';
import { insertSearchTexts } from './search/search-text-table.server';

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

/** Stores a lead for a person who books a call without an inquiry. @returns its id */
export async function createLeadFromBooking(
  transaction: DatabaseTransaction,
  person: { name: string; email: string; company: string; attribution?: Attribution | null },
): Promise<string> {
  const id = randomUUID();
  const now = new Date().toISOString();
  const leadFields = {
    companyName: person.company,
    contactName: person.name,
    email: person.email,
    phone: null,
    interestedPackage: null,
    message: null,
  };
  await transaction
    .insertInto('leads')
    .values({
      ...leadFields,
      id,
      industry: null,
      numberOfLocations: null,
      status: 'discovery_call',
      assignedPmId: null,
      attribution: person.attribution ? JSON.stringify(person.attribution) : null,
      ...deriveLeadKeys({ ...leadFields, attribution: person.attribution ?? null }),
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  const text = toSearchText({ ...leadFields, attribution: person.attribution ?? null });
  await transaction.executeQuery(
    insertSearchTexts(transaction, [{ leadId: id, text, indexed: 1 }]),
  );
  await enqueue(transaction, 'lead-added', { leadId: id });
  return id;
}
