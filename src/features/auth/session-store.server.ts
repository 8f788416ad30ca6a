import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../lib/database.server';

interface SessionRow {
  tokenHash: string;
  userId: string;
  createdAt: string;
  lastSeenAt: string;
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

/** Names a session without opening it. */
export const sessionHash = hashOf;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** Starts a session. @returns its token, of which only the hash is stored */
export async function startSession(db: Database, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = new Date().toISOString();
  await db
    .insertInto('sessions')
    .values({ tokenHash: hashOf(token), userId, createdAt: now, lastSeenAt: now })
    .execute();
  return token;
}

/** The user whose session a token is, if it has not ended; counts as a use of the session. */
export async function sessionUser(db: Database, token: string): Promise<string | undefined> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('tokenHash', '=', hashOf(token))
    .where('lastSeenAt', '>', ago(sessionLimits.idle))
    .where('createdAt', '>', ago(sessionLimits.total))
    .executeTakeFirst();
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

/** Ends a session on the server: its token opens nothing any more. */
export async function endSession(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', hashOf(token)).execute();
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
