import type { Database } from '../../db/database.server';
import { listCells } from './booking-cells.server';
import { type CallHours, callHours, defaultCallHours } from './call-hours';
import './table.server';
import { runInTransaction } from '../../db/run-in-transaction.server';

const id = 'owner';

/** When calls can be booked: as the owner has set it, else the default. */
export async function readCallHours(db: Database): Promise<CallHours> {
  const row = await db
    .selectFrom('callHours')
    .select('hours')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return defaultCallHours;
  const parsed = callHours.safeParse(JSON.parse(row.hours));
  // A zone that this machine's tables no longer know, say: the site goes on taking calls.
  return parsed.success ? parsed.data : defaultCallHours;
}

/** Stores the opening hours. What is booked stays, and is kept apart by the new buffer from now on. */
export async function saveCallHours(db: Database, hours: CallHours): Promise<void> {
  await runInTransaction(db, async (transaction) => {
    const now = new Date().toISOString();
    const hoursJson = JSON.stringify(hours);
    await transaction
      .insertInto('callHours')
      .values({ id, hours: hoursJson, updatedAt: now })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ hours: hoursJson, updatedAt: now }),
      )
      .execute();
    const upcomingCalls = await transaction
      .selectFrom('bookings')
      .select(['id', 'startAt'])
      .where('source', '=', 'site')
      .where('status', '=', 'booked')
      .where('startAt', '>', now)
      .orderBy('startAt')
      .execute();
    for (const { id: bookingId, startAt } of upcomingCalls) {
      await transaction.deleteFrom('bookingCells').where('bookingId', '=', bookingId).execute();
      if (startAt === null) continue;
      const cells = listCells(Date.parse(startAt), hours.bufferMinutes);
      await transaction
        .insertInto('bookingCells')
        .values(cells.map((cell) => ({ cell, bookingId })))
        // Two calls that a longer buffer would part stay where they are.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}
