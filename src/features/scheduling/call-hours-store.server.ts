import type { Database } from '../../db/database.server';
import { listCells } from './booking-cells.server';
import { type CallHours, callHours, defaultCallHours } from './call-hours';
import './table.server';
import { runInTransaction } from '../../db/run-in-transaction.server';

const id = 'owner';

/** Reads the opening hours; the defaults until the admin sets them. */
export async function readCallHours(db: Database): Promise<CallHours> {
  const row = await db
    .selectFrom('callHours')
    .select('hours')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return defaultCallHours;
  const parsed = callHours.safeParse(JSON.parse(row.hours));
  // For example a time zone that this machine doesn't know: the site keeps taking calls.
  return parsed.success ? parsed.data : defaultCallHours;
}

/** Stores the opening hours. Booked calls stay, with the new buffer after them. */
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
        // Two calls that are closer than a longer buffer stay where they are.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}
