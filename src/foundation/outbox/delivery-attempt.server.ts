import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/database.server';
import { createRateLimitCounter } from '../../db/rate-limit-counter.server';
import { getErrorCode } from '../../lib/errors';
import { DAY, HOUR, MINUTE, SECOND } from '../../lib/time/durations';
import type { Environment } from '../environment/environment.server';
import type { Delivery, DeliveryServices } from './delivery.server';
import { type Mailer, UnconfirmedError } from './mailer.server';
import { claimSummary, sendSummary } from './owner-summary.server';
import { findDelivery, getDisabledState, type OutboxRow } from './store.server';

/** Durations in milliseconds. The tests shorten them. */
export const defaultTimings = {
  /** Delay after the first failure. Each further delay is twice as long. */
  firstRetryMs: 30 * SECOND,
  maxRetryMs: HOUR,
  /** When to give up on a delivery that still fails. */
  giveUpAfterMs: DAY,
  /** Polling interval, for deliveries that other processes stored or that have become due. */
  pollMs: 5 * SECOND,
  /** When another process may claim a delivery that is being attempted. */
  leaseMs: MINUTE,
  /** Longest delay of a delivery after its event. */
  maxDelayMs: MINUTE,
  /** Timeout of an email. Must be shorter than the lease. */
  mailTimeoutMs: 45 * SECOND,
  /** Interval in which events that become due by the clock are looked for. */
  clockMs: MINUTE,
};

export type OutboxTimings = typeof defaultTimings;

/** Maximum time that a delivery may postpone itself. */
const maxPostponeMs = HOUR;

export interface DeliveryAttemptOptions {
  db: Database;
  environment: Environment;
  mailer: Mailer;
  log: FastifyBaseLogger;
  timings: OutboxTimings;
  /** Services that the features' deliveries need. */
  services: DeliveryServices;
}

/** The codes of an error, for the log. Its message may contain an address. */
const getErrorCodes = (error: unknown) => ({
  code: getErrorCode(error) || undefined,
  // Set by nodemailer: the status code of the mail server's response.
  responseCode: error instanceof Error && 'responseCode' in error ? error.responseCode : undefined,
});

/** Formats an error, short enough to be stored and shown to the owner. */
export const formatError = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 500);

const toIsoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

const getSentState = () =>
  ({ status: 'sent', sentAt: toIsoTime(Date.now()), lastError: null }) as const;

async function updateRows(
  db: Database,
  rows: readonly OutboxRow[],
  change: Partial<OutboxRow>,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db.updateTable('outbox').set(change).where('id', 'in', ids).execute();
}

/** Claims a delivery that no other process has changed. @returns whether it was claimed */
async function claim(db: Database, row: OutboxRow, change: Partial<OutboxRow>): Promise<boolean> {
  const result = await db
    .updateTable('outbox')
    .set(change)
    .where('id', '=', row.id)
    .where('status', '=', 'pending')
    .where('dueAt', '=', row.dueAt)
    .where('attempts', '=', row.attempts)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** Deliveries that are left out. */
interface ExcludedDeliveries {
  kinds: readonly string[];
  targets: readonly string[];
}

/** Selects deliveries that are due, the longest due first. */
export function selectDue(
  db: Database,
  { maxRetryMs, leaseMs }: OutboxTimings,
  maxRows: number,
  { kinds, targets }: ExcludedDeliveries,
): Promise<OutboxRow[]> {
  const maxWaitMs = 2 * (maxRetryMs + leaseMs) + maxPostponeMs;
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'pending')
    .where(({ eb, or }) =>
      or([
        eb('dueAt', '<=', toIsoTime(Date.now())),
        // Postponed by a wrong clock: no delivery waits that long.
        eb('dueAt', '>', toIsoTime(Date.now() + maxWaitMs)),
      ]),
    )
    .$if(kinds.length > 0, (query) => query.where('kind', 'not in', kinds))
    .$if(targets.length > 0, (query) =>
      query.where(({ eb, or }) => or([eb('target', 'is', null), eb('target', 'not in', targets)])),
    )
    .orderBy('dueAt')
    .limit(maxRows)
    .execute();
}

/** Returns until when a delivery is delayed; undefined if it is due. */
function findDelayEnd(row: OutboxRow, maxDelayMs: number): number | undefined {
  if (row.attempts > 0) return undefined;
  const wantedMs = findDelivery(row.kind)?.getDelayMs?.(JSON.parse(row.payload)) ?? 0;
  const delayMs = Math.min(wantedMs, maxDelayMs);
  const end = Date.parse(row.createdAt) + delayMs;
  // A later time was stored under a wrong clock.
  return end > Date.now() && end <= Date.now() + delayMs ? end : undefined;
}

/** Returns the columns that store a delivery's result. */
function toResultState(
  { attempts }: OutboxRow,
  result: Awaited<ReturnType<Delivery['deliver']>>,
): Partial<OutboxRow> {
  if (!result) return getSentState();
  if ('answer' in result) return { ...getSentState(), answer: result.answer };
  if ('notSent' in result) return { status: 'off', lastError: result.notSent };
  return {
    attempts,
    dueAt: toIsoTime(Math.min(result.postponedUntil, Date.now() + maxPostponeMs)),
    lastError: result.reason,
    ...(result.isForSummary && { heldAt: toIsoTime(Date.now()) }),
  };
}

/** Creates the function that makes one delivery and stores its result or next attempt. */
export function createDeliveryAttempt(options: DeliveryAttemptOptions) {
  const { db, environment, mailer, log, timings, services } = options;
  const sharedContext = { ...services, db, environment, mailer, count: createRateLimitCounter(db) };

  /** Schedules the next attempt of failed deliveries together. Gives up on those too old. */
  async function retryLater(
    rows: readonly OutboxRow[],
    error: unknown,
    report: (tries: number, overdueCount: number) => void,
  ) {
    const lastError = formatError(error);
    const tries = Math.min(...rows.map(({ attempts }) => attempts));
    const dueAt = Date.now() + Math.min(timings.firstRetryMs * 2 ** tries, timings.maxRetryMs);
    const isOverdue = ({ createdAt }: OutboxRow) =>
      dueAt - Date.parse(createdAt) > timings.giveUpAfterMs;
    const overdue = rows.filter(isOverdue);
    const remaining = rows.filter((row) => !isOverdue(row));
    report(tries + 1, overdue.length);
    await updateRows(db, overdue, { status: 'failed', lastError });
    await updateRows(db, remaining, { dueAt: toIsoTime(dueAt), lastError });
  }

  /** Sends all held emails to the owner as one summary. After a failure they stay together. */
  async function attemptSummary(first: OutboxRow): Promise<void> {
    const now = toIsoTime(Date.now());
    // A wrong clock has postponed it into the future.
    if (first.dueAt > now) await updateRows(db, [first], { dueAt: now });
    const rows = await claimSummary(db, toIsoTime(Date.now() + timings.leaseMs));
    if (rows.length === 0) return;
    try {
      const { sent, skipped } = await sendSummary(rows, sharedContext);
      await updateRows(db, sent, getSentState());
      for (const { row, reason } of skipped) {
        await updateRows(db, [row], { status: 'off', lastError: reason });
      }
    } catch (error) {
      await retryLater(rows, error, (tries, overdue) =>
        log.warn(
          { deliveries: rows.length, tries, overdue, ...getErrorCodes(error) },
          'summary failed',
        ),
      );
    }
  }

  /** Makes a due delivery, unless it waits for changes or another process was faster. */
  return async function attempt(row: OutboxRow): Promise<void> {
    const delivery = findDelivery(row.kind);
    if (row.heldAt && delivery) return attemptSummary(row);
    const delayEnd = findDelayEnd(row, timings.maxDelayMs);
    if (delayEnd !== undefined) {
      await claim(db, row, { dueAt: toIsoTime(delayEnd) });
      return;
    }
    const claimed = await claim(db, row, {
      dueAt: toIsoTime(Date.now() + timings.leaseMs),
      attempts: row.attempts + (delivery ? 1 : 0),
      // Only an attempt that ends says why it failed, so a killed one is known by its missing error.
      ...(delivery?.isSentOnce && { lastError: null }),
    });
    // A kind that is not known is of a newer release, whose own processes will make it.
    if (!claimed || !delivery) return;
    let resultState: Partial<OutboxRow> | undefined;
    try {
      // The process of the last attempt was killed, so its result is not known.
      if (delivery.isSentOnce && row.attempts > 0 && row.lastError === null)
        throw new UnconfirmedError();
      resultState = getDisabledState(delivery, environment);
      if (!resultState) {
        const isFirstTry = row.attempts === 0;
        const { id, createdAt, target } = row;
        const context = { ...sharedContext, id, createdAt, target, isFirstTry };
        resultState = toResultState(row, await delivery.deliver(JSON.parse(row.payload), context));
      }
    } catch (error) {
      if (error instanceof UnconfirmedError) {
        return await updateRows(db, [row], { status: 'failed', lastError: formatError(error) });
      }
      return await retryLater([row], error, (tries, overdueCount) =>
        log.warn(
          {
            delivery: row.id,
            kind: row.kind,
            tries,
            overdue: overdueCount > 0,
            ...getErrorCodes(error),
          },
          'delivery failed',
        ),
      );
    }
    // Not in the `try`: without this note, the delivery has still been made. The lease then ends, as
    // after the death of the process.
    await updateRows(db, [row], resultState);
  };
}
