import type { Database } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import type { SiteOptions } from '../foundation/environment/define-plugin.server';
import type { Environment } from '../foundation/environment/environment.server';
import { enqueue } from '../foundation/outbox/store.server';
import type { Api } from '../http/api.server';
import { startJob } from '../lib/start-job.server';
import { DAY, getTimeAgo, HOUR, MINUTE } from '../lib/time/durations';
import { deleteExpiredHolds } from './call-limits.server';
import type { StoredCall } from './table.server';

/** The reminders of a call, by how long before it they are due. */
const reminders = [
  // If the server was down meanwhile, not shortly before the call, when the other reminder follows.
  { reminder: 'day', beforeMs: DAY, untilMs: 2 * HOUR },
  { reminder: 'hour', beforeMs: HOUR, untilMs: 5 * MINUTE },
] as const;

type Reminder = (typeof reminders)[number]['reminder'];

declare module '../db/database.server' {
  interface Tables {
    /** The reminders that were enqueued. */
    callReminders: { bookingId: string; kind: Reminder; startAt: string };
  }
}

declare module '../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    'call-reminder-due': {
      leadId: string;
      bookingId: string;
      /** The time that the reminder is about. */
      startAt: string;
      reminder: Reminder;
    };
  }
}

/** Maximum number of reminders that one run enqueues. */
const maxReminders = 500;

/**
 * Lists calls booked on the site whose reminder is due. A call that was booked or moved later than
 * the reminder gets none: its confirmation has just arrived.
 */
async function listDue(
  db: Database,
  { reminder, beforeMs, untilMs }: (typeof reminders)[number],
): Promise<StoredCall[]> {
  const toTime = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString();
  const rows = await db
    .selectFrom('bookings')
    .selectAll()
    .where('source', '=', 'site')
    .where('status', '=', 'booked')
    .where('heldUntil', 'is', null)
    .where('startAt', '>', toTime(untilMs))
    .where('startAt', '<=', toTime(beforeMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('callReminders')
            .select('bookingId')
            .whereRef('callReminders.bookingId', '=', 'bookings.id')
            .whereRef('callReminders.startAt', '=', 'bookings.startAt')
            .where('callReminders.kind', '=', reminder),
        ),
      ),
    )
    .orderBy('startAt')
    .limit(maxReminders)
    .execute();
  return rows.filter(
    ({ startAt, statusAt }) => Date.parse(statusAt) < Date.parse(startAt ?? '') - beforeMs,
  );
}

/**
 * Enqueues the reminders that are due. Any number of processes may run it: the row in
 * `call_reminders` is inserted once, in the transaction that enqueues the email.
 * @returns how many
 */
async function enqueueDueReminders(
  db: Database,
  { owner }: Pick<Environment, 'owner'>,
): Promise<number> {
  let count = 0;
  for (const one of reminders) {
    const { reminder } = one;
    if (!owner.reminders[reminder]) continue;
    for (const { id: bookingId, leadId, startAt } of await listDue(db, one)) {
      if (leadId === null || startAt === null) continue;
      await runInTransaction(db, async (transaction) => {
        const inserted = await transaction
          .insertInto('callReminders')
          .values({ bookingId, kind: reminder, startAt })
          .onConflict((conflict) => conflict.doNothing())
          .returning('bookingId')
          .executeTakeFirst();
        if (!inserted) return;
        count += 1;
        await enqueue(transaction, 'call-reminder-due', { leadId, bookingId, startAt, reminder });
      });
    }
  }
  return count;
}

/**
 * Deletes the records of reminders whose time has passed. They only prevent a second reminder. A
 * day later, in case the clock of another process is behind.
 */
export async function purgeCallReminders(db: Database): Promise<void> {
  await db.deleteFrom('callReminders').where('startAt', '<', getTimeAgo(DAY)).execute();
}

interface ReminderOptions extends SiteOptions {
  intervalMs: number;
}

/** Looks for due reminders and expired holds at an interval, until the server closes. */
export function startCallReminders(
  app: Api,
  { db, environment, intervalMs }: ReminderOptions,
): void {
  async function run(): Promise<void> {
    if (!app.mayPoll()) return;
    await deleteExpiredHolds(db);
    if ((await enqueueDueReminders(db, environment)) > 0) app.wakeOutbox();
  }
  const onError = app.outages.createReporter('call reminders failed');
  const stop = startJob(run, { intervalMs, onError });
  app.addHook('onClose', stop);
}
