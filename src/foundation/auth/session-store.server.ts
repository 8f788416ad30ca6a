import type { Database } from '../../db/database.server';
import { isStorageError } from '../../db/storage-error.server';
import { createToken, hashToken } from '../../lib/secret-token.server';
import { DAY, getTimeAgo, HOUR, MINUTE } from '../../lib/time/durations';
import type { RunningSession } from './contract';

/** Client address and user agent at sign-in, by which the owner recognizes the session. */
interface SessionOrigin {
  address: string | null;
  agent: string | null;
}

declare module '../../db/database.server' {
  interface Tables {
    sessions: SessionOrigin & {
      tokenHash: string;
      userId: string;
      createdAt: string;
      lastSeenAt: string;
    };
  }
}

/** A session ends after `idleMs` without use, and after `maxAgeMs` at the latest. */
export const sessionLimits = { idleMs: 12 * HOUR, maxAgeMs: 7 * DAY } as const;

/** Maximum difference between the clocks of two processes. */
const maxClockSkewMs = 5 * MINUTE;

/** The interval between updates of a session's last use. */
const touchIntervalMs = MINUTE;

/** Starts a session. @returns its token, of which only the hash is stored */
export async function startSession(
  db: Database,
  userId: string,
  { address = null, agent = null }: Partial<SessionOrigin> = {},
): Promise<string> {
  const token = createToken();
  const now = new Date().toISOString();
  await db
    .insertInto('sessions')
    .values({
      tokenHash: hashToken(token),
      userId,
      createdAt: now,
      lastSeenAt: now,
      address,
      agent,
    })
    .execute();
  return token;
}

const selectRunningSessions = (db: Database) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('lastSeenAt', '>', getTimeAgo(sessionLimits.idleMs))
    .where('createdAt', '>', getTimeAgo(sessionLimits.maxAgeMs))
    // Reject sessions dated in the future, as after a clock was set back: they would not expire
    // until then.
    .where('createdAt', '<', getTimeAgo(-maxClockSkewMs))
    .where('lastSeenAt', '<', getTimeAgo(-maxClockSkewMs));

/** Finds the user of a running session, and records its use. */
export async function findSessionUser(db: Database, token: string): Promise<string | undefined> {
  if (!token) return undefined;
  const session = await selectRunningSessions(db)
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  if (!session) return undefined;
  if (session.lastSeenAt < getTimeAgo(touchIntervalMs)) {
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: new Date().toISOString() })
      .where('tokenHash', '=', session.tokenHash)
      .execute()
      .catch((error) => {
        // The owner can read while nothing can be written.
        if (!isStorageError(error)) throw error;
      });
  }
  return session.userId;
}

/** Ends a session, so that its token is rejected. @returns whether there was one */
export async function endSession(db: Database, token: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

/** Maximum number of listed sessions, far more than one owner has. */
const maxListedSessions = 200;

/**
 * Lists a user's running sessions, the last used first. Their IDs are hashes of their tokens, which
 * grant no access.
 * @param token the token of the request's own session
 */
export async function listSessions(
  db: Database,
  userId: string,
  token: string,
): Promise<RunningSession[]> {
  const rows = await selectRunningSessions(db)
    .where('userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .limit(maxListedSessions)
    .execute();
  return rows.map(({ tokenHash, userId, ...session }) => ({
    ...session,
    id: tokenHash,
    current: tokenHash === hashToken(token),
  }));
}

/** Ends one of a user's listed sessions. @returns whether there was one */
export async function endListedSession(db: Database, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('tokenHash', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

/** Ends all of a user's sessions except the token's own. */
export async function endOtherSessions(db: Database, userId: string, token: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('tokenHash', '<>', hashToken(token))
    .execute();
}

/** Deletes expired sessions. */
export async function purgeSessions(db: Database): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) =>
      or([
        eb('lastSeenAt', '<=', getTimeAgo(sessionLimits.idleMs)),
        eb('createdAt', '<=', getTimeAgo(sessionLimits.maxAgeMs)),
      ]),
    )
    .execute();
}
