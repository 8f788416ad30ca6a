import { createHash } from 'node:crypto';
import type { Database } from '../../db/database.server';
import { DAY, getTimeAgo } from '../../lib/time/durations';
import type { ClientError } from './contract';

declare module '../../db/database.server' {
  interface Tables {
    clientErrors: ClientError;
  }
}

/**
 * Maximum number of different errors that are stored. Beyond it, the least recently reported ones
 * are deleted.
 */
const maxStoredErrors = 50;

/** Days after its last report that an error is stored. */
const retentionDays = 30;

/**
 * Stores a reported error, or adds to the count of the same error.
 * @param count the number of reports that this one stands for
 */
export async function storeClientError(
  db: Database,
  {
    message,
    component,
    release,
    engine,
  }: Pick<ClientError, 'message' | 'component' | 'release' | 'engine'>,
  count: number,
): Promise<void> {
  const parts = { message, component, release, engine };
  const id = createHash('sha256')
    .update(JSON.stringify(Object.values(parts)))
    .digest('base64url');
  const now = new Date().toISOString();
  await db
    .insertInto('clientErrors')
    .values({ id, ...parts, count, firstAt: now, lastAt: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        count: eb('clientErrors.count', '+', eb.ref('excluded.count')),
        lastAt: eb.ref('excluded.lastAt'),
      })),
    )
    .execute();
  await db
    .deleteFrom('clientErrors')
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('clientErrors')
        .select('id')
        .orderBy('lastAt', 'desc')
        .orderBy('id')
        .limit(maxStoredErrors),
    )
    .execute();
}

/** Lists the stored errors, the last reported one first. */
export const listClientErrors = (db: Database): Promise<ClientError[]> =>
  db
    .selectFrom('clientErrors')
    .selectAll()
    .orderBy('lastAt', 'desc')
    .orderBy('id')
    .limit(maxStoredErrors)
    .execute();

/** Deletes errors after their retention period. */
export async function purgeClientErrors(db: Database): Promise<void> {
  await db
    .deleteFrom('clientErrors')
    .where('lastAt', '<', getTimeAgo(retentionDays * DAY))
    .execute();
}
