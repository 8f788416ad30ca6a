import { getConsentedDeliveries } from '../analytics/contract';
import { appendInquiries, toFunnelSource } from '../analytics/store.server';
import type { DatabaseTransaction } from '../db/database.server';
import { enqueueEachMissing } from '../foundation/outbox/store.server';
import { updateLeads } from './store.server';
import { type LeadRow, toLead } from './table.server';

/**
 * Removes the spam mark from leads and records who did it. Then creates what spam doesn't get: the
 * confirmation emails, the conversions and the funnel counts.
 * @returns the leads that were marked, as they are now
 */
export async function clearSpamMarks(
  transaction: DatabaseTransaction,
  stored: readonly LeadRow[],
  userId: string | null,
): Promise<LeadRow[]> {
  const cleared = await updateLeads(transaction, stored, { suspect: null }, userId);
  // Those that were marked by hand: their emails and conversions were sent before.
  const sentIds = new Set(
    stored.filter(({ suspect }) => suspect === 'by-hand').map(({ id }) => id),
  );
  const leads = cleared.filter(({ id }) => !sentIds.has(id)).map(toLead);
  if (leads.length === 0) return cleared;
  const payloads = leads.map(({ id, consent }) => ({
    ...{ leadId: id, agreed: getConsentedDeliveries(consent), isSuspect: false },
  }));
  await enqueueEachMissing(transaction, 'lead-created', payloads);
  const sources = leads.map(({ attribution }) => toFunnelSource(attribution));
  await transaction.executeQuery(appendInquiries(transaction, sources));
  return cleared;
}
