import type { Generated, Selectable } from 'kysely';
import type { Database } from '../../db/database.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import type { DeliveryTarget } from '../outbox/delivery.server';
import { type WebhookEvent, type WebhookFormat, webhookEvents } from './contract';

interface Webhooks {
  id: string;
  name: string;
  url: string;
  format: WebhookFormat;
  /** A JSON array. */
  events: string;
  isActive: Generated<boolean | number>;
  /** Encrypted. */
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: string | null;
  createdAt: string;
  updatedAt: string;
}

export type WebhookRow = Selectable<Webhooks>;

export interface WebhookAttemptRow {
  id: string;
  webhookId: string;
  leadId: string | null;
  deliveryId: string | null;
  event: WebhookEvent;
  summary: string;
  body: string;
  status: number | null;
  answer: string;
  isOk: boolean | number;
  tookMs: number;
  createdAt: string;
}

declare module '../../db/database.server' {
  interface Tables {
    webhooks: Webhooks;
    webhookAttempts: WebhookAttemptRow;
  }
}

/** Parses the stored events, without those that only a newer release has. */
export const parseEvents = (json: string): WebhookEvent[] => {
  const stored = z.array(z.string()).parse(JSON.parse(json));
  return webhookEvents.filter((event) => stored.includes(event));
};

/** Finds a webhook; undefined when it doesn't exist. */
export const findWebhook = (db: Database, id: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export const createNotFoundError = () => new AppError('not_found', 'Webhook not found');

/** Finds a webhook. @throws AppError not_found */
export async function requireWebhook(db: Database, id: string): Promise<WebhookRow> {
  const row = await findWebhook(db, id);
  if (!row) throw createNotFoundError();
  return row;
}

/** Finds an attempt to reach a webhook; undefined when it isn't logged. */
export const findAttempt = (db: Database, id: string): Promise<WebhookAttemptRow | undefined> =>
  db.selectFrom('webhookAttempts').selectAll().where('id', '=', id).executeTakeFirst();

/** Reads the webhooks that are on, as receivers of deliveries. */
export async function readWebhookTargets(db: Database): Promise<DeliveryTarget[]> {
  const rows = await db.selectFrom('webhooks').select(['id', 'events', 'isActive']).execute();
  return rows
    .filter(({ isActive }) => Boolean(isActive))
    .map(({ id, events }) => ({ id, topics: parseEvents(events) }));
}
