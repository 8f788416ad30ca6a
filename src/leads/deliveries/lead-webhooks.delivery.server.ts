import { defineWebhookDelivery } from '../../foundation/webhooks/webhook-delivery.server';
import { readLeadMessage } from '../webhook-message.server';

export default [
  /** Sends a new inquiry to the webhooks, unless it looks like spam. */
  defineWebhookDelivery({
    kind: 'lead-created-webhook',
    label: 'new lead',
    on: 'lead-created',
    appliesTo: ({ isSuspect: isSpam }) => !isSpam,
    getEvent: () => 'lead.created',
    read: ({ leadId }, context) => readLeadMessage(context, leadId, 'New lead'),
  }),
  /** Sends a lead that sent no inquiry to the webhooks: added by the owner, or from a booked call. */
  defineWebhookDelivery({
    kind: 'lead-added-webhook',
    label: 'new lead',
    on: 'lead-added',
    getEvent: () => 'lead.created',
    read: ({ leadId }, context) => readLeadMessage(context, leadId, 'New lead'),
  }),
  /** Sends a lead to the webhooks after the owner has changed it. */
  defineWebhookDelivery({
    kind: 'lead-updated-webhook',
    label: 'changed lead',
    on: 'lead-updated',
    getEvent: () => 'lead.updated',
    read: ({ leadId, changed }, context) =>
      readLeadMessage(context, leadId, 'Lead changed', changed),
  }),
];
