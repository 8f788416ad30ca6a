import { isDeepStrictEqual } from 'node:util';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockByName, lockRows } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { writeAudit } from '../../foundation/audit/store.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { AppError } from '../../lib/errors';
import { createTimestampAfter } from '../../lib/time/create-timestamp-after.server';
import { getOwnerTimeZone } from '../../lib/time/wall-time';
import { toWeekSpans } from '../../lib/time/week-hours';
import { listCells } from '../call-cells.server';
import {
  type CallHours,
  type CallHoursInput,
  callHours,
  defaultCallHours,
  promisesLink,
  type StoredCallHours,
} from './call-hours';
import { filterDays } from './days-off';

const id = 'owner';

/** Where the audit log has the changes of the availability. */
export const callHoursAudit = { subject: 'call-hours', itemId: id };

/** Reads the opening hours, or the defaults until the admin sets them, in the business's time zone. */
export async function readCallHours(db: Database): Promise<StoredCallHours> {
  const row = await db
    .selectFrom('callHours')
    .select(['hours', 'updatedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  const timeZone = getOwnerTimeZone();
  const version = row?.updatedAt ?? '';
  const defaults = { ...defaultCallHours, timeZone, version };
  if (!row) return defaults;
  const parsed = callHours.safeParse({ ...JSON.parse(row.hours), timeZone });
  // Stored hours can become invalid with another release. The defaults then let the site keep
  // taking calls.
  return parsed.success ? { ...parsed.data, version } : defaults;
}

/**
 * Stores the business's time zone with the opening hours, in the transaction that changes the
 * setting. The previous release reads it there.
 */
export async function saveCallHoursZone(
  transaction: DatabaseTransaction,
  timeZone: string,
): Promise<void> {
  const row = await transaction
    .selectFrom('callHours')
    .select('hours')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return;
  const hours = JSON.stringify({ ...JSON.parse(row.hours), timeZone });
  await transaction.updateTable('callHours').set({ hours }).where('id', '=', id).execute();
}

/** Converts the opening hours to what their history shows. The settings have that of the time zone. */
const toHistoryState = ({ timeZone: _, weekly, daysOff, dayOffLabels, ...limits }: CallHours) => ({
  hours: toWeekSpans(weekly),
  daysOff: Object.fromEntries(daysOff.map((day) => [day, dayOffLabels[day] ?? ''])),
  ...limits,
});

/**
 * Stores the opening hours, and what changed. Days off and labels that are left out stay as they are.
 * Booked calls stay, and get the new buffer after them.
 * @param isExpected whether the change was made from the given version
 * @returns what is stored
 * @throws AppError changed
 */
export const saveCallHours = (
  db: Database,
  input: CallHoursInput & Pick<CallHours, 'timeZone'>,
  userId: string | null,
  isExpected: (version: string) => boolean,
): Promise<StoredCallHours> =>
  runInTransaction(db, async (transaction) => {
    await lockByName(transaction, callHoursAudit.subject);
    const { version, ...stored } = await readCallHours(transaction);
    if (!isExpected(version)) {
      throw new AppError('changed', 'Someone else changed the availability in the meantime.');
    }
    const now = createTimestampAfter(version);
    const hours: CallHours = { ...input, ...filterDays({ ...stored, ...input }) };
    const before = toHistoryState(stored);
    const after = toHistoryState(hours);
    if (!isDeepStrictEqual(before, after)) {
      const action = 'changed';
      await writeAudit(transaction, [
        { ...callHoursAudit, action, at: now, userId, before, after },
      ]);
    }
    const hoursJson = JSON.stringify(hours);
    await transaction
      .insertInto('callHours')
      .values({ id, hours: hoursJson, updatedAt: now })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ hours: hoursJson, updatedAt: now }),
      )
      .execute();
    const upcomingCalls = transaction
      .selectFrom('bookings')
      .select(['id', 'startAt'])
      .where('source', '=', 'site')
      .where('status', '=', 'booked')
      .where('startAt', '>', now)
      .orderBy('startAt');
    // Locked, because a call that is canceled meanwhile would get its cells back.
    for (const { id: bookingId, startAt } of await lockRows(transaction, upcomingCalls).execute()) {
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
    return { ...hours, version: now };
  });

/** Returns whether visitors who book are promised a link, and the settings have none. */
export async function lacksMeetingLink(
  db: Database,
  { owner, SCHEDULING_URL }: Pick<Environment, 'owner' | 'SCHEDULING_URL'>,
): Promise<boolean> {
  if (owner.meetingUrl !== null || SCHEDULING_URL !== undefined) return false;
  return promisesLink((await readCallHours(db)).place);
}
