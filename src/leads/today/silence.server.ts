import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { enqueueOnce } from '../../foundation/outbox/store.server';
import { formatCount } from '../../lib/format-number';
import { DAY, getTimeAgo } from '../../lib/time/durations';
import { selectVisibleLeads } from '../search/filter.server';

declare module '../../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    /** No lead has arrived for longer than the owner expects. */
    'no-leads-alert': Silence;
  }
}

/** A time without any lead. */
export interface Silence {
  /** When the last lead arrived, as ISO 8601. */
  lastAt: string;
  /** Whole days since then. */
  days: number;
}

/**
 * Finds a period of days without any lead except spam; undefined if there is none, or if the site
 * never had a lead.
 * @param alarmDays 0 for never
 */
export async function findSilence(db: Database, alarmDays: number): Promise<Silence | undefined> {
  if (alarmDays === 0) return undefined;
  const last = await selectVisibleLeads(db)
    .select('createdAt')
    .where('suspect', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || last.createdAt > getTimeAgo(alarmDays * DAY)) return undefined;
  const days = Math.floor((Date.now() - Date.parse(last.createdAt)) / DAY);
  return { lastAt: last.createdAt, days };
}

/** Describes a silence to the owner. */
export const describeSilence = ({ days }: Silence) => ({
  title: `No lead for ${formatCount(days, 'day')}`,
  message: 'This can be chance, or the form no longer works.',
  fix: 'Send a test inquiry: it checks the form, the store, email and webhooks.',
});

/** Stores the alarm about a silence. Each silence is reported once. @returns whether it is new */
export async function reportSilence(db: Database, alarmDays: number): Promise<boolean> {
  const silence = await findSilence(db, alarmDays);
  if (!silence) return false;
  return runInTransaction(db, (transaction) =>
    enqueueOnce(
      transaction,
      'no-leads-alert',
      silence,
      `leads-silent-${Date.parse(silence.lastAt)}`,
    ),
  );
}
