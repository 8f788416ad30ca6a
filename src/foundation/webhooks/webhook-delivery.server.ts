import type { SiteOptions } from '../environment/define-plugin.server';
import {
  type Delivery,
  defineDelivery,
  type NotSent,
  type OutboxEvent,
  type OutboxEvents,
} from '../outbox/delivery.server';
import type { WebhookEvent } from './contract';
import { explainFailure, sendToWebhook, type WebhookMessage } from './send.server';
import { findWebhook, readWebhookTargets } from './table.server';

const webhookRemoved: NotSent = { notSent: 'the webhook was removed' };
const webhookOff: NotSent = { notSent: 'the webhook is turned off' };

interface WebhookDelivery<E extends OutboxEvent> {
  /** Stored with each delivery, so it must never change. */
  kind: string;
  on: E;
  /** Returns whether webhooks receive this event. If absent, they receive every one. */
  appliesTo?: Delivery<E>['appliesTo'];
  getEvent(payload: OutboxEvents[E]): WebhookEvent;
  /** Builds the message, or returns why there is nothing left to send. */
  read(payload: OutboxEvents[E], site: SiteOptions): Promise<WebhookMessage | NotSent>;
}

/** Defines the delivery of an event to each webhook that subscribes to it. */
export const defineWebhookDelivery = <E extends OutboxEvent>({
  kind,
  on,
  appliesTo,
  getEvent,
  read,
}: WebhookDelivery<E>): Delivery<E> =>
  defineDelivery<E>({
    kind,
    on,
    ...(appliesTo && { appliesTo }),
    getDisabledReason: () => undefined,
    targets: { read: readWebhookTargets, getTopic: getEvent },
    async deliver(payload, context) {
      const { db, id, target, createdAt } = context;
      const webhook = await findWebhook(db, target ?? '');
      if (!webhook) return webhookRemoved;
      if (!webhook.isActive) return webhookOff;
      const message = await read(payload, context);
      if ('notSent' in message) return message;
      const attempt = await sendToWebhook(context, webhook, {
        ...message,
        id,
        event: getEvent(payload),
        at: createdAt,
        leadId: 'leadId' in payload ? payload.leadId : null,
        deliveryId: id,
      });
      if (!attempt.isOk) throw new Error(explainFailure(webhook, attempt));
      return { answer: [attempt.status, attempt.answer].join(' ').trim() };
    },
  });
