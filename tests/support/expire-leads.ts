import type { Database } from '../../src/db/database.server';

const longAgo = '2020-01-01T00:00:00.000Z';

/**
 * Makes all leads and their calls so old that retention deletes them at once: they are lost, and
 * were announced long ago.
 */
export async function expireLeads(db: Database): Promise<void> {
  await db
    .updateTable('leads')
    .set({ createdAt: longAgo, updatedAt: longAgo, expiresAt: longAgo, status: 'closed_lost' })
    .execute();
  await db
    .updateTable('leads')
    .set({ deletedAt: longAgo })
    .where('deletedAt', 'is not', null)
    .execute();
  await db.updateTable('bookings').set({ startAt: longAgo, updatedAt: longAgo }).execute();
}
