import { defineWebhookDelivery } from '../../foundation/webhooks/webhook-delivery.server';
import { readLeadMessage } from '../webhook-message.server';

/** Sends a lead that sent no inquiry to the webhooks: added by the owner, or from a booked call. */
export default defineWebhookDelivery({
  kind: 'lead-added-webhook',
  label: 'new lead',
  on: 'lead-added',
  getEvent: () => 'lead.created',
  read: ({ leadId }, context) => readLeadMessage(context, leadId, 'New lead'),
});
