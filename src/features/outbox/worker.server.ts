import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import type { Mailer } from '../mail/mailer.server';
import {
  type ConversionApis,
  conversionApis as platforms,
} from '../tracking/conversion-apis.server';
import { deliveries } from './deliveries.server';
import { type OutboxRow, stateWhenOff } from './outbox-store.server';

/** Durations in milliseconds; the tests make them short. */
export interface OutboxPauses {
  /** After the first failed try; each further pause is twice the one before. */
  first: number;
  longest: number;
  /** After which a delivery that still fails is given up. */
  giveUpAfter: number;
  /** How often the table is looked at for what other processes stored and what has become due. */
  poll: number;
  /** How long a try may take before another process takes the delivery over. */
  lease: number;
  /** How long a mail may take, which has to be over before its lease is. */
  mail: number;
}

export const defaultPauses: OutboxPauses = {
  first: 30_000,
  longest: 3_600_000,
  giveUpAfter: 24 * 3_600_000,
  poll: 5_000,
  lease: 60_000,
  mail: 45_000,
};

const batch = 20;

interface Settings {
  db: Database;
  environment: Environment;
  mailer: Mailer;
  log: FastifyBaseLogger;
  pauses?: OutboxPauses;
  /** Where conversions go; the tests have platforms of their own. */
  conversionApis?: ConversionApis;
}

/** What an error says, short enough to be stored and shown to the owner. */
const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/**
 * Delivers what the outbox holds, after the commit that stored it: at least once each, retried with
 * growing pauses, in any number of processes.
 */
export function startOutboxWorker({
  db,
  environment,
  mailer,
  log,
  pauses = defaultPauses,
  conversionApis = platforms,
}: Settings) {
  let stopping = false;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  const at = (milliseconds: number) => new Date(milliseconds).toISOString();

  /** Takes a due delivery for the time of the lease. False when another process was faster. */
  async function claim(row: OutboxRow): Promise<boolean> {
    const result = await db
      .updateTable('outbox')
      .set({ dueAt: at(Date.now() + pauses.lease), attempts: row.attempts + 1 })
      .where('id', '=', row.id)
      .where('status', '=', 'pending')
      .where('dueAt', '=', row.dueAt)
      .where('attempts', '=', row.attempts)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) === 1;
  }

  async function settle(row: OutboxRow, change: Partial<OutboxRow>): Promise<void> {
    await db.updateTable('outbox').set(change).where('id', '=', row.id).execute();
  }

  async function attempt(row: OutboxRow): Promise<void> {
    const delivery = deliveries.find((one) => one.kind === row.kind);
    // A newer release stored it; that release's own process knows the kind.
    if (!delivery) return;
    const off = stateWhenOff(delivery, environment);
    if (off) {
      await settle(row, off);
      return;
    }
    try {
      const context = { id: row.id, db, environment, mailer, conversionApis };
      await delivery.deliver(JSON.parse(row.payload), context);
      await settle(row, { status: 'sent', sentAt: at(Date.now()), lastError: null });
    } catch (error) {
      const lastError = errorText(error);
      const pause = Math.min(pauses.first * 2 ** row.attempts, pauses.longest);
      const overdue = Date.now() + pause - Date.parse(row.createdAt) > pauses.giveUpAfter;
      log.warn(
        { delivery: row.id, kind: row.kind, tries: row.attempts + 1, overdue },
        'delivery failed',
      );
      await settle(
        row,
        overdue ? { status: 'failed', lastError } : { dueAt: at(Date.now() + pause), lastError },
      );
    }
  }

  async function deliverDue(): Promise<void> {
    for (;;) {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('status', '=', 'pending')
        .where(({ eb, or }) =>
          or([
            eb('dueAt', '<=', at(Date.now())),
            // Put off by a clock that was wrong: nothing of ours waits so long.
            eb('dueAt', '>', at(Date.now() + 2 * (pauses.longest + pauses.lease))),
          ]),
        )
        .orderBy('dueAt')
        .limit(batch)
        .execute();
      for (const row of rows) {
        if (stopping) return;
        if (await claim(row)) await attempt(row);
      }
      if (rows.length < batch) return;
    }
  }

  function schedule(): void {
    if (stopping) return;
    timer = setTimeout(wake, pauses.poll);
    timer.unref();
  }

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await deliverDue();
      } catch (error) {
        log.error({ error: errorText(error) }, 'the outbox could not be read');
      }
    } while (again && !stopping);
    running = undefined;
    schedule();
  }

  /** Looks at the outbox now: something was stored. */
  function wake(): void {
    if (stopping) return;
    again = true;
    clearTimeout(timer);
    running ??= run();
  }

  wake();
  return {
    wake,
    /** Finishes the delivery that is under way and starts no other. */
    async stop(): Promise<void> {
      stopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
