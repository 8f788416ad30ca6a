import { defineWebhookDelivery } from '../../foundation/webhooks/webhook-delivery.server';
import { readLeadMessage } from '../webhook-message.server';

/** Sends a new inquiry to the webhooks, unless it looks like spam. */
export default defineWebhookDelivery({
  kind: 'lead-created-webhook',
  label: 'new lead',
  on: 'lead-created',
  appliesTo: ({ isSuspect: isSpam }) => !isSpam,
  getEvent: () => 'lead.created',
  read: ({ leadId }, context) => readLeadMessage(context, leadId, 'New lead'),
});
