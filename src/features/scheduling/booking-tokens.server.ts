import { createHash, randomBytes } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import type { BookingRow } from './table.server';

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * A new key to one booking. Only its hash is stored, so each answer and each mail gets a key of its
 * own: an earlier one can't be read back.
 */
export async function issueToken(
  db: Database | DatabaseTransaction,
  bookingId: string,
): Promise<string> {
  const token = randomBytes(24).toString('base64url');
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
