import type { OperationExamples } from '../complete-openapi-document.server';
import { id, otherId, updatedAt } from './example-values.server';

const input = {
  name: 'HubSpot sync',
  url: 'https://sync.example.com/leads',
  events: ['lead.created', 'call.booked'],
};

const webhook = {
  ...input,
  id,
  format: 'standard',
  isActive: true,
  previousSecretUntil: null,
  createdAt: updatedAt,
  updatedAt,
  recent: [true, true, false],
  lastAttemptAt: updatedAt,
  failingSince: updatedAt,
};

const secret = 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIG9ubHkgYW4gZXhhbXBsZSE=';

/** Examples of the operations on webhooks. */
export const webhookExamples: Record<string, OperationExamples> = {
  listWebhooks: { response: [webhook] },
  createWebhook: { request: input, response: { ...webhook, secret } },
  updateWebhook: {
    request: { secret: 'replace' },
    response: { ...webhook, previousSecretUntil: '2026-03-05T09:30:00.000Z', secret },
  },
  testWebhook: {
    response: {
      success: true,
      message:
        'HubSpot sync responded with 200 in 0.4 s. A marked sample lead was sent. It is not in your list.',
    },
  },
  listWebhookAttempts: {
    response: [
      {
        id,
        deliveryId: otherId,
        leadId: id,
        event: 'lead.created',
        summary: 'New lead, Halden Skin Studios',
        body: '{"type":"lead.created","timestamp":"2026-03-04T09:30:00.000Z","data":{}}',
        isOk: false,
        status: 404,
        answer: 'no_service',
        tookMs: 210,
        createdAt: updatedAt,
        deliveryStatus: 'pending',
        nextAttemptAt: '2026-03-04T09:31:00.000Z',
      },
    ],
  },
};
