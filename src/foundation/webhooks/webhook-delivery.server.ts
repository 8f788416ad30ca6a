import type { SiteOptions } from '../environment/define-plugin.server';
import {
  type Delivery,
  type DeliveryFailure,
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

const webhookFailure: DeliveryFailure = {
  title: 'A webhook is failing',
  fix: 'Look into the webhook’s log, correct its address, and send again.',
  fixPath: '/admin?tab=webhooks',
  noun: 'message',
};

interface WebhookDelivery<E extends OutboxEvent>
  extends Pick<Delivery<E>, 'kind' | 'label' | 'on' | 'appliesTo'> {
  getEvent(payload: OutboxEvents[E]): WebhookEvent;
  /** Builds the message, or returns why there is nothing left to send. */
  read(payload: OutboxEvents[E], site: SiteOptions): Promise<WebhookMessage | NotSent>;
}

/** Defines the delivery of an event to each webhook that subscribes to it. */
export const defineWebhookDelivery = <E extends OutboxEvent>({
  getEvent,
  read,
  ...delivery
}: WebhookDelivery<E>): Delivery<E> =>
  defineDelivery<E>({
    ...delivery,
    failure: webhookFailure,
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
        deliveryId: id,
      });
      if (!attempt.isOk) throw new Error(explainFailure(webhook, attempt));
      return { answer: [attempt.status, attempt.answer].join(' ').trim() };
    },
  });
