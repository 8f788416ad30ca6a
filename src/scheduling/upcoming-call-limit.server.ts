import type { DatabaseTransaction } from '../db/database.server';
import { lockByName } from '../db/locks.server';
import { AppError } from '../lib/errors';
import { normalizeMailbox } from '../lib/normalize-mailbox.server';

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
): Promise<void> {
  const person = normalizeMailbox(email);
  const { count } = await transaction
    .selectFrom('bookings')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('source', '=', 'site')
    .where('status', '=', 'booked')
    .where((eb) =>
      eb.or([
        eb('person', '=', person),
        // The previous release did not store `person`.
        eb.and([eb('person', 'is', null), eb(eb.fn('lower', ['email']), '=', email.toLowerCase())]),
      ]),
    )
    .where('startAt', '>', new Date().toISOString())
    .executeTakeFirstOrThrow();
  if (Number(count) < maxUpcomingCalls) return;
  throw new AppError(
    'too_many_requests',
    'You already have calls booked. Reschedule or cancel one with the link in its email.',
  );
}
