import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { claimRequest } from '../../http/repeatable-request.server';
import { AppError } from '../../lib/errors';
import type { TestOutcome } from '../settings/contract';
import type { SiteOptions } from '../settings/define-plugin.server';
import type { Environment } from '../settings/environment.server';
import { explainFailure, sendToWebhook, type WebhookMessage } from './send.server';
import { findAttempt, requireWebhook, type WebhookRow } from './table.server';

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

/**
 * Sends the sample lead, or finds the attempt of an earlier request with the same key.
 * @throws AppError conflict while that request waits for the webhook
 */
async function sendSample(site: SiteOptions, webhook: WebhookRow, key: string | undefined) {
  const { db, environment } = site;
  const request = { key, content: ['webhook-test', webhook.id] };
  // Claimed before the message is sent: if the process dies meanwhile, it is not sent again.
  const { subjectId: attemptId, isRepeated } = await runInTransaction(db, (transaction) =>
    claimRequest(transaction, request, uuidv7()),
  );
  if (!isRepeated) {
    const at = new Date().toISOString();
    const sample = createSample(environment, at);
    const message = { id: randomUUID(), event: 'lead.created', at, leadId: null } as const;
    return sendToWebhook(site, webhook, { ...sample, ...message, deliveryId: null }, attemptId);
  }
  const attempt = await findAttempt(db, attemptId);
  if (attempt) return attempt;
  throw new AppError(
    'conflict',
    `The test was sent, and ${webhook.name} hasn’t responded yet. Look at its log in a moment.`,
  );
}

/**
 * Sends a sample lead, marked as a test, to a webhook.
 * @param key idempotency key: a repeated request sends nothing
 * @throws AppError not_found; conflict
 */
export async function testWebhook(
  site: SiteOptions,
  id: string,
  key: string | undefined,
): Promise<TestOutcome> {
  const webhook = await requireWebhook(site.db, id);
  const attempt = await sendSample(site, webhook, key);
  if (!attempt.isOk) return { success: false, message: explainFailure(webhook, attempt) };
  return {
    success: true,
    message: `${webhook.name} responded with ${attempt.status} in ${formatSeconds(attempt.tookMs)}. A marked sample lead was sent. It is not in your list.`,
  };
}
