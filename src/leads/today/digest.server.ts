import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import type { SiteOptions } from '../../foundation/environment/define-plugin.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { enqueueOnce } from '../../foundation/outbox/store.server';
import type { Api } from '../../http/api.server';
import { startJob } from '../../lib/start-job.server';
import { MINUTE } from '../../lib/time/durations';
import { toWallTime } from '../../lib/time/wall-time';

declare module '../../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    /** A workday of the owner begins. `days`: until the next one, 3 on a Friday. */
    'digest-due': Digest;
  }
}

/** The morning of a workday, in the owner's time zone. */
export interface Digest {
  /** For example `2026-11-23`. */
  day: string;
  days: number;
}

/** Hours between which the email is sent. It is late if the server was down. */
const morningHours = { from: 7, until: 12 };

/** Weekdays, as `getUTCDay` numbers them. */
const [sunday, friday, saturday] = [0, 5, 6];

/** Returns the current morning in a time zone; undefined at other times and on weekends. */
export function findDigest(now: Date, timeZone: string): Digest | undefined {
  const wallTime = toWallTime(now, timeZone);
  const weekday = wallTime.getUTCDay();
  const hour = wallTime.getUTCHours();
  if (weekday === saturday || weekday === sunday) return undefined;
  if (hour < morningHours.from || hour >= morningHours.until) return undefined;
  return { day: wallTime.toISOString().slice(0, 10), days: weekday === friday ? 3 : 1 };
}

/** Stores the email of this morning, once for all processes. @returns whether it is new */
export async function enqueueDigest(
  db: Database,
  { owner }: Pick<Environment, 'owner'>,
  now = new Date(),
): Promise<boolean> {
  const morning = owner.morningMail ? findDigest(now, owner.timeZone) : undefined;
  if (!morning) return false;
  return runInTransaction(db, (transaction) =>
    enqueueOnce(transaction, 'digest-due', morning, `morning-mail-${morning.day}`),
  );
}

/** Checks every minute whether a workday has begun, until the server closes. */
export function startDigestTimer(app: Api, { db, environment }: SiteOptions): void {
  /** The last morning that was stored, so that the database is asked once a day. */
  let lastDay: string | undefined;
  async function enqueueDigestOnce(): Promise<void> {
    const day = findDigest(new Date(), environment.owner.timeZone)?.day;
    if (day === undefined || day === lastDay) return;
    if (await enqueueDigest(db, environment)) app.wakeOutbox();
    lastDay = day;
  }
  const onError = app.outages.createReporter('the morning email was not stored');
  const stop = startJob(enqueueDigestOnce, { intervalMs: MINUTE, onError });
  app.addHook('onClose', stop);
}
