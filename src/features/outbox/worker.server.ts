import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { createSharedCounter } from '../../lib/shared-counter.server';
import type { Mailer } from '../mail/mailer.server';
import {
  type ConversionApis,
  conversionApis as platforms,
} from '../tracking/conversion-apis.server';
import { deliveries } from './deliveries.server';
import type { DeliveryContext } from './delivery.server';
import { type OutboxRow, stateWhenOff } from './outbox-store.server';
import { claimSummary, sendSummary } from './owner-summary.server';

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
  /** How long what settles waits for further changes, counted from the one before. */
  settle: number;
  /** How long a mail may take, which has to be over before its lease is. */
  mail: number;
}

export const defaultPauses: OutboxPauses = {
  first: 30_000,
  longest: 3_600_000,
  giveUpAfter: 24 * 3_600_000,
  poll: 5_000,
  lease: 60_000,
  settle: 60_000,
  mail: 45_000,
};

const batch = 20;

/** Milliseconds that a delivery may put itself off. */
const maxPutOff = 3_600_000;

interface Settings {
  db: Database;
  environment: Environment;
  mailer: Mailer;
  log: FastifyBaseLogger;
  /** Takes note of an outage of the database, which is logged once. */
  outages: { note: (error: unknown) => boolean };
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
  outages,
  pauses = defaultPauses,
  conversionApis = platforms,
}: Settings) {
  let stopping = false;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  const count = createSharedCounter(db);

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

  /** Puts off what waits until nothing more changes. @returns whether it does */
  async function waitsToSettle(row: OutboxRow): Promise<boolean> {
    const until = Date.parse(row.createdAt) + pauses.settle;
    const delivery = deliveries.find((one) => one.kind === row.kind);
    if (row.attempts > 0 || until <= Date.now() || until > Date.now() + pauses.settle) return false;
    if (!delivery?.settles?.(JSON.parse(row.payload))) return false;
    await db
      .updateTable('outbox')
      .set({ dueAt: at(until) })
      .where('id', '=', row.id)
      .where('status', '=', 'pending')
      .where('dueAt', '=', row.dueAt)
      .execute();
    return true;
  }

  async function retryLater(row: OutboxRow, error: unknown): Promise<void> {
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

  const shared = { db, environment, mailer, conversionApis, count };

  /** Sends what is held for the owner, or puts all of it off to one moment, so that it stays one summary. */
  async function summarize(first: OutboxRow): Promise<void> {
    // A clock that was wrong has put it off.
    if (first.dueAt > at(Date.now())) await settle(first, { dueAt: at(Date.now()) });
    const rows = await claimSummary(db, at(Date.now() + pauses.lease));
    if (rows.length === 0) return;
    const settleAll = (some: readonly OutboxRow[], change: Partial<OutboxRow>) =>
      some.length === 0
        ? undefined
        : db
            .updateTable('outbox')
            .set(change)
            .where(
              'id',
              'in',
              some.map(({ id }) => id),
            )
            .execute();
    try {
      const { told, untold } = await sendSummary(rows, shared);
      await settleAll(told, { status: 'sent', sentAt: at(Date.now()), lastError: null });
      for (const { row, reason } of untold) {
        await settle(row, { status: 'off', lastError: reason.notSent });
      }
    } catch (error) {
      const lastError = errorText(error);
      const tries = Math.min(...rows.map(({ attempts }) => attempts));
      const dueAt = Date.now() + Math.min(pauses.first * 2 ** tries, pauses.longest);
      const isOverdue = (row: OutboxRow) => dueAt - Date.parse(row.createdAt) > pauses.giveUpAfter;
      const overdue = rows.filter(isOverdue);
      log.warn(
        { deliveries: rows.length, tries: tries + 1, overdue: overdue.length },
        'summary failed',
      );
      await settleAll(overdue, { status: 'failed', lastError });
      await settleAll(
        rows.filter((row) => !isOverdue(row)),
        { dueAt: at(dueAt), lastError },
      );
    }
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
    const context: DeliveryContext = { ...shared, id: row.id, isFirstTry: row.attempts === 0 };
    try {
      const result = await delivery.deliver(JSON.parse(row.payload), context);
      if (result && 'putOffUntil' in result) {
        const { putOffUntil, reason, isForSummary } = result;
        await settle(row, {
          attempts: row.attempts,
          dueAt: at(Math.min(putOffUntil, Date.now() + maxPutOff)),
          lastError: reason,
          ...(isForSummary && { heldAt: at(Date.now()) }),
        });
        return;
      }
      await settle(
        row,
        result
          ? { status: 'off', lastError: result.notSent }
          : { status: 'sent', sentAt: at(Date.now()), lastError: null },
      );
    } catch (error) {
      await retryLater(row, error);
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
            eb('dueAt', '>', at(Date.now() + 2 * (pauses.longest + pauses.lease) + maxPutOff)),
          ]),
        )
        .orderBy('dueAt')
        .limit(batch)
        .execute();
      for (const row of rows) {
        if (stopping) return;
        if (row.heldAt && deliveries.some(({ kind }) => kind === row.kind)) {
          await summarize(row);
          continue;
        }
        if (await waitsToSettle(row)) continue;
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
        if (!outages.note(error)) {
          log.error({ error: errorText(error) }, 'the outbox could not be read');
        }
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
