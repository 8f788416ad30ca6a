import { randomUUID } from 'node:crypto';
import type { Database } from '../../lib/database.server';
import { AppError } from '../../lib/errors';
import { plainAddress, senderOf } from '../../lib/sender-address.server';
import { adminUsername } from './admin-account.server';

declare module '../../lib/database.server' {
  interface Tables {
    signInFailures: { id: string; address: string; failedAt: string };
  }
}

const minute = 60_000;

/** Failures within `window` after which an address is locked out, for `window` from the last one. */
const signInLimit = { failures: 5, window: 15 * minute } as const;

/** Failures of all addresses within the window after which every sign-in is slowed down. */
const slowDownAfter = 100;

/** Milliseconds that a sign-in waits then: bearable for the owner, dear for who guesses. */
export const slowDownPause = 2_000;

/** Who a failure counts against: an IPv4 address, or an IPv6 network, of which one person has a whole. */
export const limitedAddress = (address: string): string => senderOf(plainAddress(address)).address;

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/**
 * Counts a try as failed before the password is looked at, so that guesses sent all at once count
 * each; a success takes it back. Stored, and so the same in every process.
 * @returns the try's id, and whether everyone is to be slowed down
 * @throws AppError too_many_requests while the address is locked out
 */
export async function countTry(
  db: Database,
  address: string,
): Promise<{ id: string; slow: boolean }> {
  return db.transaction().execute(async (transaction) => {
    // Lines the tries up: two at once would not see each other's row.
    await transaction
      .updateTable('users')
      .set((eb) => ({ username: eb.ref('username') }))
      .where('username', '=', adminUsername)
      .execute();
    const last = await transaction
      .selectFrom('signInFailures')
      .select('failedAt')
      .where('address', '=', address)
      .where('failedAt', '>', ago(2 * signInLimit.window))
      // A clock that was set back must not lock the owner out until the future has come.
      .where('failedAt', '<', ago(-signInLimit.window))
      .orderBy('failedAt', 'desc')
      .limit(signInLimit.failures)
      .execute();
    const newest = Date.parse(last[0]?.failedAt ?? '');
    const oldest = Date.parse(last.at(-1)?.failedAt ?? '');
    const lockedUntil = newest + signInLimit.window;
    if (
      last.length === signInLimit.failures &&
      newest - oldest <= signInLimit.window &&
      lockedUntil > Date.now()
    ) {
      const seconds = Math.ceil((lockedUntil - Date.now()) / 1000);
      throw new AppError(
        'too_many_requests',
        `Too many failed sign-ins. Try again in ${Math.ceil(seconds / 60)} minutes.`,
        { retryAfter: seconds },
      );
    }
    const { recent } = await transaction
      .selectFrom('signInFailures')
      .select((eb) => eb.fn.countAll().as('recent'))
      .where('failedAt', '>', ago(signInLimit.window))
      .executeTakeFirstOrThrow();
    const id = randomUUID();
    await transaction
      .insertInto('signInFailures')
      .values({ id, address, failedAt: new Date().toISOString() })
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
