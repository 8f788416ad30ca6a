import type { Database } from '../../db/database.server';
import { createToken, hashToken } from '../../lib/secret-token.server';
import type { BookingRow } from './table.server';

/**
 * Creates a token that gives access to one booking. Only its hash is stored, so each response and
 * each email gets a new one.
 */
export async function issueToken(db: Database, bookingId: string): Promise<string> {
  const token = createToken(24);
  await db
    .insertInto('bookingTokens')
    .values({ tokenHash: hashToken(token), bookingId, createdAt: new Date().toISOString() })
    .execute();
  return token;
}

/** Finds the booking that a token gives access to. */
export function findBookingByToken(db: Database, token: string): Promise<BookingRow | undefined> {
  return db
    .selectFrom('bookings')
    .innerJoin('bookingTokens', 'bookingTokens.bookingId', 'bookings.id')
    .selectAll('bookings')
    .where('bookingTokens.tokenHash', '=', hashToken(token))
    .executeTakeFirst();
}
