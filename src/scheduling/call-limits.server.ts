import { countRows, type Database, type DatabaseTransaction } from '../db/database.server';
import { lockByName } from '../db/locks.server';
import { AppError } from '../lib/errors';
import { normalizeMailbox } from '../lib/normalize-mailbox.server';
import { DAY, getTimeAgo, MINUTE, SECOND } from '../lib/time/durations';
import { parseMinutes } from '../lib/time/week-hours';
import { callMinutes } from './call';
import type { CallHours } from './hours/call-hours';

/**
 * Share of the offered times that visitors can book within a day, and within a week, before they
 * must confirm their email addresses. Nothing stops one person from sending many addresses from
 * many networks, so the limit is for all of them together.
 */
const maxUnconfirmedShare = 0.5;

/** Time for which a call is held until the visitor opens the link in the email. */
const holdMs = 30 * MINUTE;

/** Returns how many calls the opening hours of each weekday allow. */
const countTimes = ({ weekly, bufferMinutes }: CallHours): number[] =>
  weekly.map((spans) =>
    spans
      .map(
        ({ from, to }) => (parseMinutes(to) - parseMinutes(from)) / (callMinutes + bufferMinutes),
      )
      .reduce((sum, count) => sum + Math.floor(count), 0),
  );

const toMaxCalls = (times: number): number => Math.max(1, Math.ceil(times * maxUnconfirmedShare));

/**
 * Decides whether a visitor's call is booked at once, or held until its email address is confirmed.
 * Calls that were confirmed, canceled or are over don't count. Its lock makes other processes wait
 * until the transaction ends.
 * @returns until when the call is held; null when it is booked at once
 * @throws AppError too_many_requests when it can't be confirmed, or too many are held
 */
export async function findHoldEnd(
  transaction: DatabaseTransaction,
  hours: CallHours,
  isMailOff: boolean,
): Promise<string | null> {
  await lockByName(transaction, 'unconfirmed calls');
  const timesOfDays = countTimes(hours);
  const maxPerDay = toMaxCalls(Math.max(...timesOfDays));
  const maxPerWeek = toMaxCalls(timesOfDays.reduce((sum, times) => sum + times, 0));
  const now = new Date().toISOString();
  const calls = await transaction
    .selectFrom('bookings')
    .select(['createdAt', 'heldUntil'])
    .where('source', '=', 'site')
    .where('status', '=', 'booked')
    .where('startAt', '>', now)
    .where('addressConfirmedAt', 'is', null)
    .where('createdAt', '>', getTimeAgo(7 * DAY))
    .execute();
  const booked = calls.filter(({ heldUntil }) => heldUntil === null);
  const dayAgo = getTimeAgo(DAY);
  const ofDay = booked.filter(({ createdAt }) => createdAt > dayAgo);
  if (ofDay.length < maxPerDay && booked.length < maxPerWeek) return null;
  const held = calls.filter(({ heldUntil }) => heldUntil !== null && heldUntil > now);
  if (isMailOff || held.length >= maxPerWeek) {
    throw new AppError(
      'too_many_requests',
      'Too many calls were booked here today. Please write to us instead, and we find a time together.',
      { retryAfterSeconds: holdMs / SECOND },
    );
  }
  return new Date(Date.now() + holdMs).toISOString();
}

/** Releases the times of calls that were not confirmed. Nobody gets an email about it. */
export async function deleteExpiredHolds(db: Database): Promise<void> {
  await db.deleteFrom('bookings').where('heldUntil', '<=', new Date().toISOString()).execute();
}

/** Maximum number of upcoming calls per person. */
const maxUpcomingCalls = 3;

/**
 * Serializes the requests of one person. Otherwise concurrent requests would all count before any
 * has booked.
 */
export const lockPersonCalls = (transaction: DatabaseTransaction, email: string): Promise<void> =>
  lockByName(transaction, `calls of ${normalizeMailbox(email)}`);

/**
 * Requires that a person may book one more call. Call `lockPersonCalls` first.
 * @throws AppError too_many_requests
 */
export async function requireCallQuota(
  transaction: DatabaseTransaction,
  email: string,
  isMailOff: boolean,
): Promise<void> {
  const person = normalizeMailbox(email);
  const upcoming = transaction
    .selectFrom('bookings')
    .where('source', '=', 'site')
    .where('status', '=', 'booked')
    .where((eb) =>
      eb.or([
        eb('person', '=', person),
        // The previous release did not store `person`.
        eb.and([eb('person', 'is', null), eb(eb.fn('lower', ['email']), '=', email.toLowerCase())]),
      ]),
    )
    .where('startAt', '>', new Date().toISOString());
  if ((await countRows(upcoming)) < maxUpcomingCalls) return;
  throw new AppError(
    'too_many_requests',
    `You already have calls booked. Reschedule or cancel one with the link in its ${isMailOff ? 'calendar entry' : 'email'}.`,
  );
}
