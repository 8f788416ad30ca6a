import type { DatabaseTransaction } from '../../db/database.server';
import type { Attribution } from '../analytics/attribution/touch';
import { findLead } from '../leads/table.server';

/** Where who books came from: as told with the booking, else what is known of their lead. */
export async function resolveBookingAttribution(
  transaction: DatabaseTransaction,
  leadId: string | null,
  reported: Attribution | null | undefined,
): Promise<Attribution | null> {
  if (reported || leadId === null) return reported ?? null;
  return (await findLead(transaction, leadId))?.attribution ?? null;
}

/** An origin as its column has it. */
export const serializeAttribution = (attribution: Attribution | null): string | null =>
  attribution && JSON.stringify(attribution);
