import { v7 as uuidv7 } from 'uuid';
import {
  type Columns,
  createBulkStatement,
  splitIntoBatches,
} from '../../db/bulk-statement.server';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockByName } from '../../db/locks.server';
import type { Environment } from '../environment/environment.server';
import type { Delivery, DeliveryTarget, OutboxEvent, OutboxEvents } from './delivery.server';

const deliveries = new Map<string, Delivery>();

/** Registers the kinds of delivery that the features define. */
export function registerDeliveries(kinds: readonly Delivery[]): void {
  for (const delivery of kinds) deliveries.set(delivery.kind, delivery);
}

export const listDeliveries = (): Delivery[] => [...deliveries.values()];

/** Finds a kind of delivery; undefined for one that only a newer release has. */
export const findDelivery = (kind: string): Delivery | undefined => deliveries.get(kind);

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
  /** The receiver's response. */
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
  db: Database,
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
  excludedKinds?: readonly string[] | undefined;
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
  const payloadJson = JSON.stringify(payload);
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
      id: id ?? uuidv7(),
      kind: delivery.kind,
      leadId: 'leadId' in payload ? payload.leadId : null,
      payload: payloadJson,
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

/** Stores the deliveries of events of one kind, in their transaction. */
export async function enqueueEach<E extends OutboxEvent>(
  transaction: DatabaseTransaction,
  event: E,
  payloads: readonly OutboxEvents[E][],
  scope?: DeliveryScope,
): Promise<void> {
  if (payloads.length === 0) return;
  const targets = await readDeliveryTargets(transaction, event);
  const rows = payloads.flatMap((payload) => createDeliveryRows(event, payload, targets, scope));
  if (rows.length > 0) await transaction.executeQuery(insertDeliveries(transaction, rows));
}

/** Stores an event's deliveries, in the transaction of the event. */
export const enqueue = <E extends OutboxEvent>(
  transaction: DatabaseTransaction,
  event: E,
  payload: OutboxEvents[E],
  scope?: DeliveryScope,
): Promise<void> => enqueueEach(transaction, event, [payload], scope);

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

/** Stores the deliveries of events of leads that now apply to more kinds than before. */
export async function enqueueEachMissing<E extends OutboxEvent>(
  transaction: DatabaseTransaction,
  event: E,
  payloads: readonly (OutboxEvents[E] & { leadId: string })[],
): Promise<void> {
  const existing = new Map<string | null, string[]>();
  for (const batch of splitIntoBatches(payloads.map(({ leadId }) => leadId))) {
    const rows = await transaction
      .selectFrom('outbox')
      .select(['leadId', 'kind'])
      .where('leadId', 'in', batch)
      .execute();
    for (const { leadId, kind } of rows)
      existing.set(leadId, [...(existing.get(leadId) ?? []), kind]);
  }
  const targets = await readDeliveryTargets(transaction, event);
  const rows = payloads.flatMap((payload) =>
    createDeliveryRows(event, payload, targets, { excludedKinds: existing.get(payload.leadId) }),
  );
  if (rows.length > 0) await transaction.executeQuery(insertDeliveries(transaction, rows));
}
