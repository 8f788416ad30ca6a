import { getTimeAgo } from '../lib/time';
import type { Database } from './database.server';
import './site-state.server';

/** A claim to be the only process that does some work, until it expires. */
export interface Lease {
  /** Extends the lease. @returns false when it expired and another process has taken it */
  renew: () => Promise<boolean>;
  release: () => Promise<void>;
}

/**
 * Acquires a lease. If its process dies, another one can acquire it after `durationMs`.
 * @param key of its row in `site_state`
 * @returns undefined when another process holds it
 */
export async function acquireLease(
  db: Database,
  key: string,
  durationMs: number,
): Promise<Lease | undefined> {
  const getExpiry = () => new Date(Date.now() + durationMs).toISOString();
  let value = getExpiry();
  const acquired = await db
    .insertInto('siteState')
    .values({ key, value })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value }).where('siteState.value', '<', getTimeAgo(0)),
    )
    .returning('key')
    .executeTakeFirst();
  if (!acquired) return undefined;

  async function replaceValue(next: string): Promise<boolean> {
    const update = await db
      .updateTable('siteState')
      .set({ value: next })
      .where('key', '=', key)
      .where('value', '=', value)
      .executeTakeFirst();
    value = next;
    return Number(update.numUpdatedRows) === 1;
  }
  return {
    renew: () => replaceValue(getExpiry()),
    release: async () => {
      await replaceValue('');
    },
  };
}
