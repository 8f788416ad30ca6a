import { randomUUID } from 'node:crypto';
import type { TestOutcome } from '../settings/contract';
import type { EncryptionContext } from '../settings/encryption.server';
import type { Environment } from '../settings/environment.server';
import { explainFailure, sendToWebhook, type WebhookMessage } from './send.server';
import { createNotFoundError } from './store.server';
import { findWebhook } from './table.server';

/** A sample lead. */
const createSample = ({ SITE_URL }: Environment, at: string): WebhookMessage => {
  const url = `${SITE_URL}/admin`;
  return {
    summary: {
      title: 'Test: new lead, Halden Skin Studios',
      lines: ['Olga Brenner, olga@haldenskin.example', 'This is a test. It is not in your list.'],
      url,
    },
    data: {
      test: true,
      id: randomUUID(),
      companyName: 'Halden Skin Studios',
      contactName: 'Olga Brenner',
      email: 'olga@haldenskin.example',
      phone: '(512) 555-0100',
      industry: 'Beauty',
      numberOfLocations: 4,
      interestedPackage: 'Full PM',
      message: 'This is a test from the webhook settings.',
      status: 'new',
      source: 'direct',
      createdAt: at,
      updatedAt: at,
      url,
    },
  };
};

const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Sends a sample lead, marked as a test, to a webhook. @throws AppError not_found */
export async function testWebhook(
  context: EncryptionContext & { environment: Environment },
  id: string,
): Promise<TestOutcome> {
  const webhook = await findWebhook(context.db, id);
  if (!webhook) throw createNotFoundError();
  const at = new Date().toISOString();
  const attempt = await sendToWebhook(context, webhook, {
    ...createSample(context.environment, at),
    id: randomUUID(),
    event: 'lead.created',
    at,
    leadId: null,
    deliveryId: null,
  });
  if (!attempt.isOk) return { success: false, message: explainFailure(webhook, attempt) };
  return {
    success: true,
    message: `${webhook.name} responded with ${attempt.status} in ${formatSeconds(attempt.tookMs)}. A marked sample lead was sent. It is not in your list.`,
  };
}
