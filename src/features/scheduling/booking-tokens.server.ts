import type { Database, DatabaseTransaction } from '../../db/database.server';
import { createToken, hashToken } from '../../lib/secret-token.server';
import type { BookingRow } from './table.server';

/**
 * A new key to one booking. Only its hash is stored, so each answer and each mail gets a key of its
 * own: an earlier one can't be read back.
 */
export async function issueToken(
  db: Database | DatabaseTransaction,
  bookingId: string,
): Promise<string> {
  const token = createToken(24);
  await db
    .insertInto('bookingTokens')
    .values({ tokenHash: hashToken(token), bookingId, createdAt: new Date().toISOString() })
    .execute();
  return token;
}

/** The booking that a token opens. */
export function findBookingByToken(db: Database, token: string): Promise<BookingRow | undefined> {
  return db
    .selectFrom('bookings')
    .innerJoin('bookingTokens', 'bookingTokens.bookingId', 'bookings.id')
    .selectAll('bookings')
    .where('bookingTokens.tokenHash', '=', hashToken(token))
    .executeTakeFirst();
}
