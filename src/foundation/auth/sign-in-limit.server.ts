import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { AppError } from '../../lib/errors';
import { MINUTE } from '../../lib/time';
import { adminUsername } from './admin-account.server';

declare module '../../db/database.server' {
  interface Tables {
    signInFailures: { id: string; address: string; network: string | null; failedAt: string };
  }
}

/**
 * Failures within `window` after which who made them is locked out, for `window` from the last one: an
 * address (IPv6: a /64), and the network around it (/24, /48), which one stranger can have as a whole.
 */
const signInLimit = { maxPerAddress: 5, maxPerNetwork: 20, windowMs: 15 * MINUTE } as const;

/** Failures of all addresses within the window after which every sign-in is slowed down. */
const slowDownThreshold = 100;

/** Milliseconds that a sign-in waits then: bearable for the owner, dear for who guesses. */
export const slowDownMs = 2_000;

/** What a failed sign-in counts against. */
export interface AttemptBucket {
  /** An address as `toClientNetwork` returns it, or the name of a device, a session or an account. */
  address: string;
  /** The network around an address; null for what is no address. */
  network: string | null;
}

const getTimeAgo = (durationMs: number) => new Date(Date.now() - durationMs).toISOString();

/**
 * Requires that a column's value has not failed too often lately.
 * @throws AppError too_many_requests
 */
async function requireNotLocked(
  transaction: DatabaseTransaction,
  column: keyof AttemptBucket,
  value: string,
  maxFailures: number,
): Promise<void> {
  const latestFailures = await transaction
    .selectFrom('signInFailures')
    .select('failedAt')
    .where(column, '=', value)
    .where('failedAt', '>', getTimeAgo(2 * signInLimit.windowMs))
    // A clock that was set back must not lock the owner out until the future has come.
    .where('failedAt', '<', getTimeAgo(-signInLimit.windowMs))
    .orderBy('failedAt', 'desc')
    .limit(maxFailures)
    .execute();
  const newest = Date.parse(latestFailures[0]?.failedAt ?? '');
  const oldest = Date.parse(latestFailures.at(-1)?.failedAt ?? '');
  const lockedUntil = newest + signInLimit.windowMs;
  const isLocked =
    latestFailures.length === maxFailures &&
    newest - oldest <= signInLimit.windowMs &&
    lockedUntil > Date.now();
  if (!isLocked) return;
  const seconds = Math.ceil((lockedUntil - Date.now()) / 1000);
  throw new AppError(
    'too_many_requests',
    `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    { retryAfterSeconds: seconds },
  );
}

/**
 * Counts a try as failed before the password is looked at, so that guesses sent all at once count
 * each; a success takes it back. Stored, and so the same in every process.
 * @returns the try's id, and whether everyone is to be slowed down
 * @throws AppError too_many_requests while the address or its network is locked out
 */
export async function reserveAttempt(
  db: Database,
  { address, network }: AttemptBucket,
): Promise<{ id: string; isSlowedDown: boolean }> {
  return runInTransaction(db, async (transaction) => {
    // Lines the tries up: two at once would not see each other's row.
    await transaction
      .updateTable('users')
      .set((eb) => ({ username: eb.ref('username') }))
      .where('username', '=', adminUsername)
      .execute();
    await requireNotLocked(transaction, 'address', address, signInLimit.maxPerAddress);
    if (network !== null) {
      await requireNotLocked(transaction, 'network', network, signInLimit.maxPerNetwork);
    }
    const { recent } = await transaction
      .selectFrom('signInFailures')
      .select((eb) => eb.fn.countAll().as('recent'))
      .where('failedAt', '>', getTimeAgo(signInLimit.windowMs))
      .executeTakeFirstOrThrow();
    const id = randomUUID();
    await transaction
      .insertInto('signInFailures')
      .values({ id, address, network, failedAt: new Date().toISOString() })
      .execute();
    return { id, isSlowedDown: Number(recent) >= slowDownThreshold };
  });
}

/** Takes back a try that turned out to be no guess. */
export async function releaseAttempt(db: Database, id: string): Promise<void> {
  await db.deleteFrom('signInFailures').where('id', '=', id).execute();
}

/** After a success: the try was none of the failures, and the address starts anew. */
export async function clearFailures(db: Database, address: string): Promise<void> {
  await db.deleteFrom('signInFailures').where('address', '=', address).execute();
}

/** Deletes the failures that no longer count. */
export async function purgeSignInFailures(db: Database): Promise<void> {
  await db
    .deleteFrom('signInFailures')
    .where('failedAt', '<=', getTimeAgo(2 * signInLimit.windowMs))
    .execute();
}
