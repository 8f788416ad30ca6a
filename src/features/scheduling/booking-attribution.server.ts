import type { DatabaseTransaction } from '../../db/database.server';
import type { Attribution } from '../analytics/attribution/touch';
import { findLead } from '../leads/table.server';

/** Returns a booking's attribution: the reported one, otherwise that of its lead. */
export async function resolveBookingAttribution(
  transaction: DatabaseTransaction,
  leadId: string | null,
  reported: Attribution | null | undefined,
): Promise<Attribution | null> {
  if (reported || leadId === null) return reported ?? null;
  return (await findLead(transaction, leadId))?.attribution ?? null;
}

/** Serializes an attribution for its column. */
export const serializeAttribution = (attribution: Attribution | null): string | null =>
  attribution && JSON.stringify(attribution);
