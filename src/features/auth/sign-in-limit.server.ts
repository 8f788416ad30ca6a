import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../lib/database.server';
import { AppError } from '../../lib/errors';
import { inTransaction } from '../../lib/in-transaction.server';
import { plainAddress, senderOf } from '../../lib/sender-address.server';
import { adminUsername } from './admin-account.server';

declare module '../../lib/database.server' {
  interface Tables {
    signInFailures: { id: string; address: string; network: string | null; failedAt: string };
  }
}

const minute = 60_000;

/**
 * Failures within `window` after which who made them is locked out, for `window` from the last one: an
 * address (IPv6: a /64), and the network around it (/24, /48), which one stranger can have as a whole.
 */
const signInLimit = { maxOfAddress: 5, maxOfNetwork: 20, window: 15 * minute } as const;

/** Failures of all addresses within the window after which every sign-in is slowed down. */
const slowDownAfter = 100;

/** Milliseconds that a sign-in waits then: bearable for the owner, dear for who guesses. */
export const slowDownPause = 2_000;

/** What a failed sign-in counts against. */
export interface GuessBucket {
  /** An address as `senderOf` gives it, or the name of a device, a session or an account. */
  address: string;
  /** The network around an address; null for what is no address. */
  network: string | null;
}

/** Who a request's failures count against. */
export function findSenderBucket(ip: string): GuessBucket {
  const { address, network } = senderOf(plainAddress(ip));
  return { address, network };
}

/** Who a failure counts against: an IPv4 address, or an IPv6 network, of which one person has a whole. */
export const limitedAddress = (address: string): string => senderOf(plainAddress(address)).address;

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/**
 * Requires that a column's value has not failed too often lately.
 * @throws AppError too_many_requests
 */
async function requireNotLocked(
  transaction: DatabaseTransaction,
  column: keyof GuessBucket,
  value: string,
  maxFailures: number,
): Promise<void> {
  const last = await transaction
    .selectFrom('signInFailures')
    .select('failedAt')
    .where(column, '=', value)
    .where('failedAt', '>', ago(2 * signInLimit.window))
    // A clock that was set back must not lock the owner out until the future has come.
    .where('failedAt', '<', ago(-signInLimit.window))
    .orderBy('failedAt', 'desc')
    .limit(maxFailures)
    .execute();
  const newest = Date.parse(last[0]?.failedAt ?? '');
  const oldest = Date.parse(last.at(-1)?.failedAt ?? '');
  const lockedUntil = newest + signInLimit.window;
  const isLocked =
    last.length === maxFailures &&
    newest - oldest <= signInLimit.window &&
    lockedUntil > Date.now();
  if (!isLocked) return;
  const seconds = Math.ceil((lockedUntil - Date.now()) / 1000);
  throw new AppError(
    'too_many_requests',
    `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    { retryAfter: seconds },
  );
}

/**
 * Counts a try as failed before the password is looked at, so that guesses sent all at once count
 * each; a success takes it back. Stored, and so the same in every process.
 * @returns the try's id, and whether everyone is to be slowed down
 * @throws AppError too_many_requests while the address or its network is locked out
 */
export async function countTry(
  db: Database,
  { address, network }: GuessBucket,
): Promise<{ id: string; slow: boolean }> {
  return inTransaction(db, async (transaction) => {
    // Lines the tries up: two at once would not see each other's row.
    await transaction
      .updateTable('users')
      .set((eb) => ({ username: eb.ref('username') }))
      .where('username', '=', adminUsername)
      .execute();
    await requireNotLocked(transaction, 'address', address, signInLimit.maxOfAddress);
    if (network !== null) {
      await requireNotLocked(transaction, 'network', network, signInLimit.maxOfNetwork);
    }
    const { recent } = await transaction
      .selectFrom('signInFailures')
      .select((eb) => eb.fn.countAll().as('recent'))
      .where('failedAt', '>', ago(signInLimit.window))
      .executeTakeFirstOrThrow();
    const id = randomUUID();
    await transaction
      .insertInto('signInFailures')
      .values({ id, address, network, failedAt: new Date().toISOString() })
      .execute();
    return { id, slow: Number(recent) >= slowDownAfter };
  });
}

/** Takes back a try that turned out to be no guess. */
export async function forgetTry(db: Database, id: string): Promise<void> {
  await db.deleteFrom('signInFailures').where('id', '=', id).execute();
}

/** After a success: the try was none of the failures, and the address starts anew. */
export async function forgetFailures(db: Database, address: string): Promise<void> {
  await db.deleteFrom('signInFailures').where('address', '=', address).execute();
}

/** Deletes the failures that no longer count. */
export async function purgeSignInFailures(db: Database): Promise<void> {
  await db
    .deleteFrom('signInFailures')
    .where('failedAt', '<=', ago(2 * signInLimit.window))
    .execute();
}
