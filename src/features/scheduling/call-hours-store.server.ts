import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { getRegion } from '../../lib/region';
import { listCells } from './booking-cells.server';
import { type CallHours, callHours, defaultCallHours } from './call-hours';

const id = 'owner';

/** Reads the opening hours, or the defaults in the owner's time zone until the admin sets them. */
export async function readCallHours(db: Database): Promise<CallHours> {
  const row = await db
    .selectFrom('callHours')
    .select('hours')
    .where('id', '=', id)
    .executeTakeFirst();
  const { timeZone = defaultCallHours.timeZone } = getRegion();
  const defaults = { ...defaultCallHours, timeZone };
  if (!row) return defaults;
  const parsed = callHours.safeParse(JSON.parse(row.hours));
  // Stored hours can become invalid, for example when this machine doesn't know their time zone.
  // The defaults then let the site keep taking calls.
  return parsed.success ? parsed.data : defaults;
}

/** Stores the opening hours. Booked calls stay, and get the new buffer after them. */
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
        // If the new buffer is longer than the gap between two booked calls, both calls stay.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}
