import { type Columns, createBulkStatement } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockByName } from '../../db/lock-by-name.server';
import { AppError } from '../../lib/errors';
import { DAY, getTimeAgo } from '../../lib/time';
import { createUuidV7 } from '../../lib/uuid-v7.server';
import type { Environment } from '../settings/environment.server';
import { listDeliveries } from './deliveries.server';
import type { Delivery, DeliveryTarget, OutboxEvent, OutboxEvents } from './delivery.server';

export interface OutboxRow {
  id: string;
  kind: string;
  leadId: string | null;
  /** The event's payload, as JSON. */
  payload: string;
  /** `off`: this installation does not make that delivery, as without email settings. */
  status: 'pending' | 'sent' | 'failed' | 'off';
  attempts: number;
  /** When it is due. During an attempt: when another process may claim it. */
  dueAt: string;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
  /** When an email to the owner started to wait for the next summary. */
  heldAt?: string | null;
  /** The receiver, of a delivery with several. */
  target: string | null;
  /** What the receiver answered. */
  answer?: string | null;
}

declare module '../../db/database.server' {
  interface Tables {
    outbox: OutboxRow;
  }
}

/** The columns of a delivery, for bulk inserts. */
const outboxColumns: Columns<OutboxRow> = {
  id: 'text',
  kind: 'text',
  leadId: 'text',
  payload: 'text',
  status: 'text',
  attempts: 'integer',
  dueAt: 'text',
  lastError: 'text',
  createdAt: 'text',
  sentAt: 'text',
  target: 'text',
};

/** The receivers of each kind of delivery that has several. */
type DeliveryTargets = ReadonlyMap<string, readonly DeliveryTarget[]>;

/** Reads the receivers of an event's deliveries, for `createDeliveryRows`. */
export async function readDeliveryTargets(
  db: Database | DatabaseTransaction,
  event: OutboxEvent,
): Promise<DeliveryTargets> {
  const targets = new Map<string, readonly DeliveryTarget[]>();
  for (const delivery of listDeliveries()) {
    if (delivery.on !== event || !delivery.targets) continue;
    targets.set(delivery.kind, await delivery.targets.read(db));
  }
  return targets;
}

/** Lists the targets of a delivery for an event; null stands for its only receiver. */
function listTargetIds<E extends OutboxEvent>(
  { kind, targets }: Delivery<E>,
  payload: OutboxEvents[E],
  known: DeliveryTargets,
): (string | null)[] {
  if (!targets) return [null];
  const topic = targets.getTopic(payload);
  return (known.get(kind) ?? []).filter(({ topics }) => topics.includes(topic)).map(({ id }) => id);
}

/** Returns the stored state of a delivery that is turned off; undefined if it is on. */
export function getDisabledState(delivery: Delivery, environment: Environment) {
  const reason = delivery.getDisabledReason(environment);
  return reason === undefined ? undefined : ({ status: 'off', lastError: reason } as const);
}

interface DeliveryScope {
  /** The ID of the delivery, for an event with one kind. */
  id?: string;
  /** Kinds that are left out. */
  excludedKinds?: readonly string[];
  /** If given, deliveries that are turned off are stored as such, so that the worker skips them. */
  environment?: Environment;
}

/**
 * Creates the rows of an event: one for each kind of delivery that subscribes to it, or for each of
 * its targets.
 */
export function createDeliveryRows<E extends OutboxEvent>(
  event: E,
  payload: OutboxEvents[E],
  targets: DeliveryTargets,
  { id, excludedKinds = [], environment }: DeliveryScope = {},
): OutboxRow[] {
  const now = new Date().toISOString();
  return listDeliveries()
    .filter(
      (delivery) =>
        delivery.on === event &&
        !excludedKinds.includes(delivery.kind) &&
        (delivery.appliesTo?.(payload) ?? true),
    )
    .flatMap((delivery) =>
      listTargetIds(delivery, payload, targets).map((target) => ({ delivery, target })),
    )
    .map(({ delivery, target }) => ({
      id: id ?? createUuidV7(),
      kind: delivery.kind,
      leadId: 'leadId' in payload ? payload.leadId : null,
      payload: JSON.stringify(payload),
      status: 'pending',
      attempts: 0,
      dueAt: now,
      lastError: null,
      createdAt: now,
      sentAt: null,
      target,
      ...(environment && getDisabledState(delivery, environment)),
    }));
}

/** Compiles the statement that inserts deliveries, for the transaction of their event. */
export const insertDeliveries = createBulkStatement(outboxColumns, (db, rows, names) =>
  db.insertInto('outbox').columns(names).expression(rows),
);

/** Stores an event's deliveries, in the transaction of the event. */
export async function enqueue<E extends OutboxEvent>(
  transaction: DatabaseTransaction,
  event: E,
  payload: OutboxEvents[E],
  scope?: DeliveryScope,
): Promise<void> {
  const targets = await readDeliveryTargets(transaction, event);
  const rows = createDeliveryRows(event, payload, targets, scope);
  if (rows.length > 0) await transaction.executeQuery(insertDeliveries(transaction, rows));
}

/**
 * Stores the delivery of an event that happens once, unless there is one with this ID.
 * @returns whether it is new
 */
export async function enqueueOnce<E extends OutboxEvent>(
  transaction: DatabaseTransaction,
  event: E,
  payload: OutboxEvents[E],
  id: string,
): Promise<boolean> {
  await lockByName(transaction, id);
  const existing = await transaction
    .selectFrom('outbox')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (existing) return false;
  await enqueue(transaction, event, payload, { id });
  return true;
}

/** Stores the deliveries of an event that now applies to more kinds than before. */
export async function enqueueMissing<E extends OutboxEvent>(
  transaction: DatabaseTransaction,
  event: E,
  payload: OutboxEvents[E] & { leadId: string },
): Promise<void> {
  const existing = await transaction
    .selectFrom('outbox')
    .select('kind')
    .where('leadId', '=', payload.leadId)
    .execute();
  await enqueue(transaction, event, payload, { excludedKinds: existing.map(({ kind }) => kind) });
}

/** Returns how far the outbox is behind, and how many deliveries were given up within a day. */
export async function readOutboxState(db: Database) {
  const now = new Date().toISOString();
  const [oldest, failed] = await Promise.all([
    db
      .selectFrom('outbox')
      .select('dueAt')
      .where('status', '=', 'pending')
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('outbox')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('status', '=', 'failed')
      .where('dueAt', '>', getTimeAgo(DAY))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    oldestDueAgeMs: oldest ? Date.parse(now) - Date.parse(oldest.dueAt) : 0,
    failedLastDay: Number(failed.count),
  };
}

/** The columns of a delivery in the admin API. */
const receiptColumns = [
  'id',
  'kind',
  'leadId',
  'status',
  'attempts',
  'lastError',
  'createdAt',
  'sentAt',
  'dueAt',
  'target',
  'answer',
] as const;

type Receipt = Pick<OutboxRow, (typeof receiptColumns)[number]>;

/** Completes receipts with the names of their webhooks. */
async function toReceipts(db: Database, rows: readonly Receipt[]) {
  const targets = rows.flatMap(({ target }) => target ?? []);
  const webhooks =
    targets.length === 0
      ? []
      : await db.selectFrom('webhooks').select(['id', 'name']).where('id', 'in', targets).execute();
  return rows.map((row) => ({
    ...row,
    dueAt: row.status === 'pending' ? row.dueAt : null,
    answer: row.answer ?? null,
    targetName: webhooks.find(({ id }) => id === row.target)?.name ?? null,
  }));
}

/** Lists the deliveries of leads, oldest first. */
export async function listLeadDeliveries(db: Database, leadIds: readonly string[]) {
  const rows = await db
    .selectFrom('outbox')
    .select(receiptColumns)
    .where('leadId', 'in', leadIds)
    .orderBy('createdAt')
    .orderBy('kind')
    .execute();
  return toReceipts(db, rows);
}

/**
 * Makes a delivery due now: one that failed, is turned off, or waits for its next attempt.
 * @throws AppError not_found; conflict when it has been sent
 */
export async function retryDelivery(db: Database, id: string) {
  const row = await db
    .updateTable('outbox')
    .set({ status: 'pending', dueAt: new Date().toISOString(), heldAt: null })
    .where('id', '=', id)
    .where('status', '<>', 'sent')
    .returning(receiptColumns)
    .executeTakeFirst();
  const [receipt] = row ? await toReceipts(db, [row]) : [];
  if (receipt) return receipt;
  const sent = await db.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst();
  if (!sent) throw new AppError('not_found', 'Delivery not found');
  throw new AppError('conflict', 'This has been sent already.');
}

/** How long a failed delivery is reported to the owner. */
const problemPeriodMs = 7 * DAY;

/** Attempts after which a delivery that is tried again counts as a problem. */
const minProblemAttempts = 2;

/** Finds the kinds of delivery that fail now or failed lately, with the newest error. */
export async function listDeliveryProblems(db: Database) {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'lastError', 'createdAt'])
    .where('lastError', 'is not', null)
    .where('createdAt', '>', getTimeAgo(problemPeriodMs))
    .where((eb) =>
      eb.or([
        eb('status', '=', 'failed'),
        eb.and([eb('status', '=', 'pending'), eb('attempts', '>=', minProblemAttempts)]),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .limit(500)
    .execute();
  const problems = new Map<
    string,
    { kind: string; count: number; since: string; message: string; deliveryId: string }
  >();
  for (const { id, kind, lastError, createdAt } of rows) {
    const problem = problems.get(kind) ?? {
      kind,
      count: 0,
      since: createdAt,
      message: lastError ?? '',
      deliveryId: id,
    };
    problems.set(kind, { ...problem, count: problem.count + 1, since: createdAt });
  }
  return [...problems.values()];
}
