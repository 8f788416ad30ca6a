import { defineWebhookDelivery } from '../../foundation/webhooks/webhook-delivery.server';
import { readLeadMessage } from '../webhook-message.server';

/** Sends a lead to the webhooks after the owner has changed it. */
export default defineWebhookDelivery({
  kind: 'lead-updated-webhook',
  label: 'changed lead',
  on: 'lead-updated',
  getEvent: () => 'lead.updated',
  read: ({ leadId, changed }, context) => readLeadMessage(context, leadId, 'Lead changed', changed),
});
