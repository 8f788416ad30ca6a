import { getTimeAgo } from '../lib/time/durations';
import type { Database } from './database.server';
import './site-state.server';

/**
 * Acquires a lease: the claim to be the only process that does some work. If the process dies,
 * another one can acquire it after `durationMs`.
 * @param key of its row in `site_state`
 * @returns a function that releases it; undefined when another process holds it
 */
export async function acquireLease(
  db: Database,
  key: string,
  durationMs: number,
): Promise<(() => Promise<void>) | undefined> {
  const value = new Date(Date.now() + durationMs).toISOString();
  const acquired = await db
    .insertInto('siteState')
    .values({ key, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value }).where('siteState.value', '<', getTimeAgo(0)),
    )
    .returning('key')
    .executeTakeFirst();
  if (!acquired) return undefined;
  return async () => {
    await db
      .updateTable('siteState')
      .set({ value: '' })
      .where('key', '=', key)
      .where('value', '=', value)
      .execute();
  };
}
