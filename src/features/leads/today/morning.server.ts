import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../../db/database.server';
import type { OutageLog } from '../../../db/outage-log.server';
import { runInTransaction } from '../../../db/run-in-transaction.server';
import { enqueueOnce } from '../../../foundation/outbox/store.server';
import type { Environment } from '../../../foundation/settings/environment.server';
import { MINUTE } from '../../../lib/time';
import { toWallTime } from '../../../lib/wall-time';

declare module '../../../foundation/outbox/delivery.server' {
  interface OutboxEvents {
    /** A workday of the owner begins. `days`: until the next one, 3 on a Friday. */
    'morning-came': Morning;
  }
}

/** The morning of a workday, in the owner's time zone. */
export interface Morning {
  /** For example `2026-11-23`. */
  day: string;
  days: number;
}

/** Hours between which the email is sent. It is late if the server was down. */
const morningHours = { from: 7, until: 12 };

/** Weekdays, as `getUTCDay` numbers them. */
const [sunday, friday, saturday] = [0, 5, 6];

/** Returns the current morning in a time zone; undefined at other times and on weekends. */
export function findMorning(now: Date, timeZone: string): Morning | undefined {
  const wallTime = toWallTime(now, timeZone);
  const weekday = wallTime.getUTCDay();
  const hour = wallTime.getUTCHours();
  if (weekday === saturday || weekday === sunday) return undefined;
  if (hour < morningHours.from || hour >= morningHours.until) return undefined;
  return { day: wallTime.toISOString().slice(0, 10), days: weekday === friday ? 3 : 1 };
}

/** Stores the email of this morning, once for all processes. @returns whether it is new */
export async function startMorning(
  db: Database,
  { owner }: Pick<Environment, 'owner'>,
  now = new Date(),
): Promise<boolean> {
  const morning = owner.morningMail ? findMorning(now, owner.timeZone) : undefined;
  if (!morning) return false;
  return runInTransaction(db, (transaction) =>
    enqueueOnce(transaction, 'morning-came', morning, `morning-mail-${morning.day}`),
  );
}

interface MorningTimerOptions {
  db: Database;
  environment: Environment;
  outages: Pick<OutageLog, 'record'>;
  log: FastifyBaseLogger;
  onPending: () => void;
}

/** Checks every minute whether a workday has begun. @returns a function that stops it */
export function startMorningTimer(options: MorningTimerOptions): () => void {
  const { db, environment, outages, log, onPending } = options;
  /** The last morning that was stored, so that the database is asked once a day. */
  let lastDay: string | undefined;
  const timer = setInterval(async () => {
    const day = findMorning(new Date(), environment.owner.timeZone)?.day;
    if (day === undefined || day === lastDay) return;
    try {
      if (await startMorning(db, environment)) onPending();
      lastDay = day;
    } catch (error) {
      if (!outages.record(error)) log.error({ err: error }, 'the morning email was not stored');
    }
  }, MINUTE);
  timer.unref();
  return () => clearInterval(timer);
}
