import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.server';
import { createRateLimitCounter } from '../../db/rate-limit-counter.server';
import { DAY, HOUR, MINUTE, SECOND } from '../../lib/time';
import type { Environment } from '../settings/environment.server';
import { findDelivery } from './deliveries.server';
import type { DeliveryContext, DeliveryServices } from './delivery.server';
import type { Mailer } from './mailer.server';
import { claimSummary, sendSummary } from './owner-summary.server';
import { getDisabledState, type OutboxRow } from './store.server';

/** Durations in milliseconds. The tests shorten them. */
export interface OutboxTimings {
  /** Delay after the first failure. Each further delay is twice as long. */
  firstRetryMs: number;
  maxRetryMs: number;
  /** When to give up on a delivery that still fails. */
  giveUpAfterMs: number;
  /**
   * Polling interval of the table, for deliveries of other processes and those that have become
   * due.
   */
  pollMs: number;
  /** When another process may claim a delivery that is being attempted. */
  leaseMs: number;
  /** Delay after the event for a delivery that waits for changes. */
  settleMs: number;
  /** Timeout of an email. Must be shorter than the lease. */
  mailTimeoutMs: number;
}

export const defaultTimings: OutboxTimings = {
  firstRetryMs: 30 * SECOND,
  maxRetryMs: HOUR,
  giveUpAfterMs: DAY,
  pollMs: 5 * SECOND,
  leaseMs: MINUTE,
  settleMs: MINUTE,
  mailTimeoutMs: 45 * SECOND,
};

const batchSize = 20;

/** Maximum time that a delivery may postpone itself. */
const maxPostponeMs = HOUR;

interface OutboxWorkerOptions {
  db: Database;
  environment: Environment;
  mailer: Mailer;
  log: FastifyBaseLogger;
  /** Records a database outage, which is logged once. */
  outages: { record: (error: unknown) => boolean };
  timings?: OutboxTimings;
  /** Services that the features' deliveries need. */
  services: DeliveryServices;
}

/** Formats an error, short enough to be stored and shown to the owner. */
const formatError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

/**
 * Makes the deliveries in the outbox once their event has been committed. Each is made at least
 * once and retried with increasing delays. Any number of processes can run a worker.
 */
export function startOutboxWorker({
  db,
  environment,
  mailer,
  log,
  outages,
  timings = defaultTimings,
  services,
}: OutboxWorkerOptions) {
  let isStopping = false;
  let running: Promise<void> | undefined;
  let isWakeRequested = false;
  let timer: NodeJS.Timeout | undefined;

  const count = createRateLimitCounter(db);

  const toIsoString = (milliseconds: number) => new Date(milliseconds).toISOString();

  /**
   * Claims a due delivery for the duration of the lease.
   * @returns false if another process was faster
   */
  async function claim(row: OutboxRow): Promise<boolean> {
    const result = await db
      .updateTable('outbox')
      .set({ dueAt: toIsoString(Date.now() + timings.leaseMs), attempts: row.attempts + 1 })
      .where('id', '=', row.id)
      .where('status', '=', 'pending')
      .where('dueAt', '=', row.dueAt)
      .where('attempts', '=', row.attempts)
      .executeTakeFirst();
    return Number(result.numUpdatedRows) === 1;
  }

  async function updateRow(row: OutboxRow, change: Partial<OutboxRow>): Promise<void> {
    await db.updateTable('outbox').set(change).where('id', '=', row.id).execute();
  }

  /** Postpones a delivery that waits for changes. @returns whether it was postponed */
  async function postponeForChanges(row: OutboxRow): Promise<boolean> {
    const until = Date.parse(row.createdAt) + timings.settleMs;
    const delivery = findDelivery(row.kind);
    if (row.attempts > 0 || until <= Date.now() || until > Date.now() + timings.settleMs)
      return false;
    if (!delivery?.waitsForChanges?.(JSON.parse(row.payload))) return false;
    await db
      .updateTable('outbox')
      .set({ dueAt: toIsoString(until) })
      .where('id', '=', row.id)
      .where('status', '=', 'pending')
      .where('dueAt', '=', row.dueAt)
      .execute();
    return true;
  }

  async function retryLater(row: OutboxRow, error: unknown): Promise<void> {
    const lastError = formatError(error);
    const retryDelayMs = Math.min(timings.firstRetryMs * 2 ** row.attempts, timings.maxRetryMs);
    const overdue = Date.now() + retryDelayMs - Date.parse(row.createdAt) > timings.giveUpAfterMs;
    log.warn(
      { delivery: row.id, kind: row.kind, tries: row.attempts + 1, overdue },
      'delivery failed',
    );
    await updateRow(
      row,
      overdue
        ? { status: 'failed', lastError }
        : { dueAt: toIsoString(Date.now() + retryDelayMs), lastError },
    );
  }

  const sharedContext = { ...services, db, environment, mailer, count };

  /**
   * Sends the held emails to the owner as one summary, or postpones all of them to the same time,
   * so that they stay one summary.
   */
  async function sendOwnerSummary(first: OutboxRow): Promise<void> {
    // A wrong clock has postponed it into the future.
    if (first.dueAt > toIsoString(Date.now()))
      await updateRow(first, { dueAt: toIsoString(Date.now()) });
    const rows = await claimSummary(db, toIsoString(Date.now() + timings.leaseMs));
    if (rows.length === 0) return;
    const updateRows = (some: readonly OutboxRow[], change: Partial<OutboxRow>) =>
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
      const { sent, skipped } = await sendSummary(rows, sharedContext);
      await updateRows(sent, { status: 'sent', sentAt: toIsoString(Date.now()), lastError: null });
      for (const { row, reason } of skipped) {
        await updateRow(row, { status: 'off', lastError: reason.notSent });
      }
    } catch (error) {
      const lastError = formatError(error);
      const tries = Math.min(...rows.map(({ attempts }) => attempts));
      const dueAt = Date.now() + Math.min(timings.firstRetryMs * 2 ** tries, timings.maxRetryMs);
      const isOverdue = (row: OutboxRow) =>
        dueAt - Date.parse(row.createdAt) > timings.giveUpAfterMs;
      const overdue = rows.filter(isOverdue);
      log.warn(
        { deliveries: rows.length, tries: tries + 1, overdue: overdue.length },
        'summary failed',
      );
      await updateRows(overdue, { status: 'failed', lastError });
      await updateRows(
        rows.filter((row) => !isOverdue(row)),
        { dueAt: toIsoString(dueAt), lastError },
      );
    }
  }

  async function deliverRow(row: OutboxRow): Promise<void> {
    const delivery = findDelivery(row.kind);
    // A newer release has stored it, and its own processes know this kind.
    if (!delivery) return;
    const disabledState = getDisabledState(delivery, environment);
    if (disabledState) {
      await updateRow(row, disabledState);
      return;
    }
    const context: DeliveryContext = {
      ...sharedContext,
      id: row.id,
      isFirstTry: row.attempts === 0,
    };
    try {
      const result = await delivery.deliver(JSON.parse(row.payload), context);
      if (result && 'putOffUntil' in result) {
        const { putOffUntil, reason, isForSummary } = result;
        await updateRow(row, {
          attempts: row.attempts,
          dueAt: toIsoString(Math.min(putOffUntil, Date.now() + maxPostponeMs)),
          lastError: reason,
          ...(isForSummary && { heldAt: toIsoString(Date.now()) }),
        });
        return;
      }
      await updateRow(
        row,
        result
          ? { status: 'off', lastError: result.notSent }
          : { status: 'sent', sentAt: toIsoString(Date.now()), lastError: null },
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
            eb('dueAt', '<=', toIsoString(Date.now())),
            // Postponed by a wrong clock: no delivery waits that long.
            eb(
              'dueAt',
              '>',
              toIsoString(Date.now() + 2 * (timings.maxRetryMs + timings.leaseMs) + maxPostponeMs),
            ),
          ]),
        )
        .orderBy('dueAt')
        .limit(batchSize)
        .execute();
      for (const row of rows) {
        if (isStopping) return;
        if (row.heldAt && findDelivery(row.kind)) {
          await sendOwnerSummary(row);
          continue;
        }
        if (await postponeForChanges(row)) continue;
        if (await claim(row)) await deliverRow(row);
      }
      if (rows.length < batchSize) return;
    }
  }

  function schedule(): void {
    if (isStopping) return;
    timer = setTimeout(wake, timings.pollMs);
    timer.unref();
  }

  async function run(): Promise<void> {
    do {
      isWakeRequested = false;
      try {
        await deliverDue();
      } catch (error) {
        if (!outages.record(error)) {
          log.error({ error: formatError(error) }, 'the outbox could not be read');
        }
      }
    } while (isWakeRequested && !isStopping);
    running = undefined;
    schedule();
  }

  /** Polls the outbox now, because a delivery was stored. */
  function wake(): void {
    if (isStopping) return;
    isWakeRequested = true;
    clearTimeout(timer);
    running ??= run();
  }

  wake();
  return {
    wake,
    /** Finishes the current delivery and starts no other. */
    async stop(): Promise<void> {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
