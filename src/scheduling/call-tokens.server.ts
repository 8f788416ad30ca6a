import type { Database } from '../db/database.server';
import { createToken, hashToken } from '../lib/secret-token.server';
import { isNotExpired, type StoredCall } from './table.server';

/**
 * Creates a token that gives access to one booking. Only its hash is stored, so each response and
 * each email gets a new one.
 * @param isMailed whether only an email contains it, so that its use confirms the address
 */
export async function issueToken(
  db: Database,
  bookingId: string,
  isMailed = false,
): Promise<string> {
  const token = createToken(24);
  await db
    .insertInto('bookingTokens')
    .values({
      tokenHash: hashToken(token),
      bookingId,
      isMailed: isMailed ? 1 : 0,
      createdAt: new Date().toISOString(),
    })
    .execute();
  return token;
}

/** Finds the booking that a token gives access to, unless it was only held and has expired. */
export function findCallByToken(
  db: Database,
  token: string,
): Promise<(StoredCall & { isMailed: boolean | number }) | undefined> {
  return db
    .selectFrom('bookings')
    .innerJoin('bookingTokens', 'bookingTokens.bookingId', 'bookings.id')
    .selectAll('bookings')
    .select('bookingTokens.isMailed')
    .where('bookingTokens.tokenHash', '=', hashToken(token))
    .where(isNotExpired())
    .executeTakeFirst();
}
