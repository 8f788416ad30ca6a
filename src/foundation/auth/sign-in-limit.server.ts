import { randomUUID } from 'node:crypto';
import { countRows, type Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { AppError } from '../../lib/errors';
import { getTimeAgo, MINUTE } from '../../lib/time/durations';
import { adminUsername } from './admin-account.server';

declare module '../../db/database.server' {
  interface Tables {
    signInFailures: { id: string; address: string; network: string | null; failedAt: string };
  }
}

/**
 * Limits on failed sign-ins within the window. A source that reaches its limit is locked out for
 * one window after its last failure. A source is an address (IPv6: a /64) or the network around it
 * (/24, /48), all of which one attacker can own.
 */
const signInLimit = { maxPerAddress: 5, maxPerNetwork: 20, windowMs: 15 * MINUTE } as const;

/** Number of failures from all addresses within the window after which every sign-in is delayed. */
const slowDownThreshold = 100;

/** The delay per sign-in: acceptable for the owner, expensive for an attacker. */
export const slowDownMs = 2_000;

/** The keys under which a failed sign-in is counted. */
export interface AttemptBucket {
  /** An address as `toClientNetwork` returns it, or a key for a device, a session or an account. */
  address: string;
  /** The network around an address; null for anything else. */
  network: string | null;
}

/** Rejects an attempt after too many recent failures. @throws AppError too_many_requests */
async function requireNotExceeded(
  db: Database,
  column: keyof AttemptBucket,
  value: string,
  maxFailures: number,
): Promise<void> {
  const latestFailures = await db
    .selectFrom('signInFailures')
    .select('failedAt')
    .where(column, '=', value)
    .where('failedAt', '>', getTimeAgo(2 * signInLimit.windowMs))
    // Ignore failures dated in the future, as after a clock was set back: they would lock the owner
    // out until then.
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

/** @throws AppError too_many_requests while the address or its network is locked out */
async function requireNotLocked(db: Database, { address, network }: AttemptBucket): Promise<void> {
  await requireNotExceeded(db, 'address', address, signInLimit.maxPerAddress);
  if (network === null) return;
  await requireNotExceeded(db, 'network', network, signInLimit.maxPerNetwork);
}

/**
 * Counts an attempt as failed before the password is checked, so that all concurrent guesses count
 * in all processes. A success removes the failure again.
 * @throws AppError too_many_requests while the address or its network is locked out
 */
export async function reserveAttempt(
  db: Database,
  bucket: AttemptBucket,
): Promise<{ id: string; isSlowedDown: boolean }> {
  const { address, network } = bucket;
  // Also before the lock: a flood of refused attempts must not make others wait for it.
  await requireNotLocked(db, bucket);
  return runInTransaction(db, async (transaction) => {
    // Serializes the attempts: two concurrent transactions would not see each other's row.
    await transaction
      .updateTable('users')
      .set((eb) => ({ username: eb.ref('username') }))
      .where('username', '=', adminUsername)
      .execute();
    await requireNotLocked(transaction, bucket);
    const recent = await countRows(
      transaction
        .selectFrom('signInFailures')
        .where('failedAt', '>', getTimeAgo(signInLimit.windowMs)),
    );
    const id = randomUUID();
    await transaction
      .insertInto('signInFailures')
      .values({ id, address, network, failedAt: new Date().toISOString() })
      .execute();
    return { id, isSlowedDown: recent >= slowDownThreshold };
  });
}

/** Removes an attempt that was not a guess. */
export async function releaseAttempt(db: Database, id: string): Promise<void> {
  await db.deleteFrom('signInFailures').where('id', '=', id).execute();
}

/** Deletes the address's failures, including this attempt, after a success. */
export async function clearFailures(db: Database, address: string): Promise<void> {
  await db.deleteFrom('signInFailures').where('address', '=', address).execute();
}

/** Deletes failures that no longer count. */
export async function purgeSignInFailures(db: Database): Promise<void> {
  await db
    .deleteFrom('signInFailures')
    .where('failedAt', '<=', getTimeAgo(2 * signInLimit.windowMs))
    .execute();
}
