import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../lib/database.server';
import { deliveries } from './deliveries.server';
import type { OutboxEvent, OutboxEvents } from './delivery.server';

/** `off`: this installation does not deliver that kind, e.g. because mail is not set up. */
export const deliveryStatuses = ['pending', 'sent', 'failed', 'off'] as const;

export interface OutboxRow {
  id: string;
  kind: string;
  leadId: string | null;
  /** The event's payload, as JSON. */
  payload: string;
  status: (typeof deliveryStatuses)[number];
  attempts: number;
  /** When it may be tried (again). While it is being tried, when another process may take it over. */
  dueAt: string;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
}

declare module '../../lib/database.server' {
  interface Tables {
    outbox: OutboxRow;
  }
}

/** Stores, in the transaction of what happened, one delivery for each kind that waits for it. */
export async function enqueue<E extends OutboxEvent>(
  transaction: DatabaseTransaction,
  event: E,
  payload: OutboxEvents[E],
  except: readonly string[] = [],
): Promise<void> {
  const now = new Date().toISOString();
  const rows = deliveries
    .filter(
      (delivery) =>
        delivery.on === event &&
        !except.includes(delivery.kind) &&
        (delivery.concerns?.(payload) ?? true),
    )
    .map(
      (delivery): OutboxRow => ({
        id: randomUUID(),
        kind: delivery.kind,
        leadId: payload.leadId,
        payload: JSON.stringify(payload),
        status: 'pending',
        attempts: 0,
        dueAt: now,
        lastError: null,
        createdAt: now,
        sentAt: null,
      }),
    );
  if (rows.length > 0) await transaction.insertInto('outbox').values(rows).execute();
}

/** Stores what `enqueue` would have stored and did not: for an event that had concerned fewer kinds. */
export async function enqueueMissing<E extends OutboxEvent>(
  transaction: DatabaseTransaction,
  event: E,
  payload: OutboxEvents[E],
): Promise<void> {
  const there = await transaction
    .selectFrom('outbox')
    .select('kind')
    .where('leadId', '=', payload.leadId)
    .execute();
  await enqueue(
    transaction,
    event,
    payload,
    there.map(({ kind }) => kind),
  );
}

/** What became of a lead's deliveries, oldest first. */
export function deliveriesOfLead(db: Database, leadId: string) {
  return db
    .selectFrom('outbox')
    .select(['id', 'kind', 'status', 'attempts', 'lastError', 'createdAt', 'sentAt'])
    .where('leadId', '=', leadId)
    .orderBy('createdAt')
    .orderBy('kind')
    .execute();
}
