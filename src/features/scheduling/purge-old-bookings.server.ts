import type { Database } from '../../db/database.server';
import { leadRetentionMonths } from '../leads/retention';

/** Deletes old bookings without a lead. The others are deleted with their leads. */
export async function purgeOldBookings(db: Database): Promise<void> {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - leadRetentionMonths);
  await db
    .deleteFrom('bookings')
    .where('leadId', 'is', null)
    .where('createdAt', '<', before.toISOString())
    .execute();
}
