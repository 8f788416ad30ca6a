import type { DatabaseTransaction } from '../../lib/database.server';
import { findLead } from '../leads/lead-table.server';
import type { Attribution } from '../tracking/touch';

/** Where who books came from: as told with the booking, else what is known of their lead. */
export async function originOfBooking(
  transaction: DatabaseTransaction,
  leadId: string | null,
  told: Attribution | null | undefined,
): Promise<Attribution | null> {
  if (told || leadId === null) return told ?? null;
  return (await findLead(transaction, leadId))?.attribution ?? null;
}

/** An origin as its column has it. */
export const originText = (origin: Attribution | null): string | null =>
  origin && JSON.stringify(origin);
