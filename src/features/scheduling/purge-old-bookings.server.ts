import type { Database } from '../../db/database.server';

/** Deletes old bookings without a lead. The others are deleted with their leads. */
export async function purgeOldBookings(db: Database, retentionMonths: number): Promise<void> {
  const before = new Date();
  before.setUTCMonth(before.getUTCMonth() - retentionMonths);
  await db
    .deleteFrom('bookings')
    .where('leadId', 'is', null)
    .where('createdAt', '<', before.toISOString())
    .execute();
}
