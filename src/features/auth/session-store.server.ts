import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../lib/database.server';
import type { RunningSession } from '../security/security';

interface SessionRow {
  tokenHash: string;
  userId: string;
  createdAt: string;
  lastSeenAt: string;
  /** Where it was started from, for its owner to know it by. */
  address: string | null;
  agent: string | null;
}

declare module '../../lib/database.server' {
  interface Tables {
    sessions: SessionRow;
  }
}

const hour = 3_600_000;

/** Milliseconds. A session ends when it was not used for `idle`, and after `total` in any case. */
export const sessionLimits = { idle: 12 * hour, total: 7 * 24 * hour } as const;

/** Milliseconds after which a session's use is written down again: not with each of its requests. */
const touchEvery = 60_000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** Starts a session. @returns its token, of which only the hash is stored */
export async function startSession(
  db: Database,
  userId: string,
  { address = null, agent = null }: Partial<Pick<SessionRow, 'address' | 'agent'>> = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date().toISOString();
  await db
    .insertInto('sessions')
    .values({ tokenHash: hashOf(token), userId, createdAt: now, lastSeenAt: now, address, agent })
    .execute();
  return token;
}

const running = (db: Database) =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('lastSeenAt', '>', ago(sessionLimits.idle))
    .where('createdAt', '>', ago(sessionLimits.total));

/** The user whose session a token is, if it has not ended; counts as a use of the session. */
export async function sessionUser(db: Database, token: string): Promise<string | undefined> {
  const session = await running(db).where('tokenHash', '=', hashOf(token)).executeTakeFirst();
  if (!session) return undefined;
  if (session.lastSeenAt < ago(touchEvery)) {
    await db
      .updateTable('sessions')
      .set({ lastSeenAt: new Date().toISOString() })
      .where('tokenHash', '=', session.tokenHash)
      .execute();
  }
  return session.userId;
}

/** Ends a session on the server: its token opens nothing any more. @returns whether there was one */
export async function endSession(db: Database, token: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

/** Most sessions that are listed: more are nobody's own. */
const mostListed = 200;

/**
 * A user's running sessions, the one used last first. Each is named by its token's hash, which
 * opens nothing.
 * @param token of the session that asks
 */
export async function sessionsOf(
  db: Database,
  userId: string,
  token: string,
): Promise<RunningSession[]> {
  const rows = await running(db)
    .where('userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .limit(mostListed)
    .execute();
  return rows.map(({ tokenHash, createdAt, lastSeenAt, address, agent }) => ({
    id: tokenHash,
    createdAt,
    lastSeenAt,
    address,
    agent,
    current: tokenHash === hashOf(token),
  }));
}

/** Ends one of a user's sessions by its listed name. @returns whether there was one */
export async function endListedSession(db: Database, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('tokenHash', '=', id)
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

/** Ends all of a user's sessions but that of `token`. */
export async function endOtherSessions(db: Database, userId: string, token: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('tokenHash', '<>', hashOf(token))
    .execute();
}

/** Deletes the sessions that have ended by themselves. */
export async function purgeSessions(db: Database): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) =>
      or([
        eb('lastSeenAt', '<=', ago(sessionLimits.idle)),
        eb('createdAt', '<=', ago(sessionLimits.total)),
      ]),
    )
    .execute();
}
