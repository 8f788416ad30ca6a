import { type Columns, createBulkStatement } from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { DAY, getTimeAgo } from '../../lib/time';
import { createUuidV7 } from '../../lib/uuid-v7.server';
import type { Environment } from '../settings/environment.server';
import { listDeliveries } from './deliveries.server';
import type { Delivery, OutboxEvent, OutboxEvents } from './delivery.server';

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
};

/** Returns the stored state of a delivery that is turned off; undefined if it is on. */
export function getDisabledState(delivery: Delivery, environment: Environment) {
  const reason = delivery.getDisabledReason(environment);
  return reason === undefined ? undefined : ({ status: 'off', lastError: reason } as const);
}

interface DeliveryScope {
  /** Kinds that are left out. */
  excludedKinds?: readonly string[];
  /** If given, deliveries that are turned off are stored as such, so that the worker skips them. */
  environment?: Environment;
}

/** Creates the rows of an event: one for each kind of delivery that subscribes to it. */
export function createDeliveryRows<E extends OutboxEvent>(
  event: E,
  payload: OutboxEvents[E],
  { excludedKinds = [], environment }: DeliveryScope = {},
): OutboxRow[] {
  const now = new Date().toISOString();
  return listDeliveries()
    .filter(
      (delivery) =>
        delivery.on === event &&
        !excludedKinds.includes(delivery.kind) &&
        (delivery.appliesTo?.(payload) ?? true),
    )
    .map((delivery) => ({
      id: createUuidV7(),
      kind: delivery.kind,
      leadId: 'leadId' in payload ? payload.leadId : null,
      payload: JSON.stringify(payload),
      status: 'pending',
      attempts: 0,
      dueAt: now,
      lastError: null,
      createdAt: now,
      sentAt: null,
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
  const rows = createDeliveryRows(event, payload, scope);
  if (rows.length > 0) await transaction.executeQuery(insertDeliveries(transaction, rows));
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

/** Lists the deliveries of leads, oldest first. */
export async function listLeadDeliveries(db: Database, leadIds: readonly string[]) {
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'leadId', 'status', 'attempts', 'lastError', 'createdAt', 'sentAt'])
    .select('dueAt')
    .where('leadId', 'in', leadIds)
    .orderBy('createdAt')
    .orderBy('kind')
    .execute();
  return rows.map((row) => ({ ...row, dueAt: row.status === 'pending' ? row.dueAt : null }));
}
