import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { runInTransaction } from '../../db/transactions.server';
import { type Api, describeRoutes, idParams, noContent } from '../../http/api.server';
import { createVersionMatcher, sendItem, versionHeaders } from '../../http/item-version.server';
import { createOwnerRateLimit } from '../../http/rate-limits.server';
import {
  claimRequest,
  repeatableDescription,
  repeatableHeaders,
} from '../../http/repeatable-request.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import { type TestOutcome, testOutcome } from '../environment/contract';
import { definePlugin, type SiteOptions } from '../environment/define-plugin.server';
import type { Environment } from '../environment/environment.server';
import { webhook, webhookAttempt, webhookInput, webhookPatch, webhookWithSecret } from './contract';
import { explainFailure, sendToWebhook, type WebhookMessage } from './send.server';
import {
  createWebhook,
  deleteWebhook,
  listAttempts,
  listWebhooks,
  updateWebhook,
} from './store.server';
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
      plan: {
        timeZone: 'America/New_York',
        open: [{ day: 1, from: '08:00', to: '20:00' }],
        desks: [
          {
            name: 'Front desk',
            tools: [],
            languages: [],
            hours: [{ day: 1, from: '12:00', to: '14:00' }],
          },
        ],
      },
      planUrl: `${SITE_URL}/cover`,
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
    const message = { id: randomUUID(), event: 'lead.created', at } as const;
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
async function testWebhook(
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

const describeRoute = describeRoutes('webhooks');

/** Registers the routes that read webhooks, and that test them. */
function registerReadRoutes(api: Api, site: SiteOptions): void {
  const admit = createOwnerRateLimit(site.db);
  api.get(
    '/api/webhooks',
    describeRoute('admin', {
      operationId: 'listWebhooks',
      summary: 'The webhooks, by name',
      response: { 200: z.array(webhook) },
    }),
    () => listWebhooks(site.db),
  );
  api.get(
    '/api/webhooks/:id/attempts',
    describeRoute('admin', {
      operationId: 'listWebhookAttempts',
      summary: 'The last 100 attempts to reach a webhook, newest first',
      params: idParams,
      response: { 200: z.array(webhookAttempt) },
    }),
    ({ params }) => listAttempts(site.db, params.id),
  );
  api.post(
    '/api/webhooks/:id/test',
    describeRoute('admin', {
      operationId: 'testWebhook',
      summary: 'Send a sample lead, marked with `test: true`, to a webhook',
      description:
        'With an `Idempotency-Key`, a repeated request sends nothing and gets the first one’s outcome; while that one still waits for the webhook, it returns 409.',
      params: idParams,
      headers: repeatableHeaders,
      response: { 200: testOutcome },
      errors: ['conflict', 'too_many_requests'],
    }),
    async ({ params, headers }) => {
      await admit('webhook tests', 'tests');
      return testWebhook(site, params.id, headers['idempotency-key']);
    },
  );
}

/** Registers the routes that change webhooks. */
function registerChangeRoutes(api: Api, site: SiteOptions): void {
  api.post(
    '/api/webhooks',
    describeRoute('admin', {
      operationId: 'createWebhook',
      summary: 'Add a webhook; the response contains its secret, which is never sent again',
      description: `${repeatableDescription} A repeated request gets the secret as well for 10 minutes, unless the webhook was changed in the meantime; then \`secret\` is null. The secret is stored only encrypted, not with the key.`,
      headers: repeatableHeaders,
      body: webhookInput,
      response: { 201: webhookWithSecret },
      errors: ['not_found', 'conflict'],
    }),
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      reply.header('Cache-Control', 'no-store');
      return createWebhook(site, request.body, request, key);
    },
  );
  api.patch(
    '/api/webhooks/:id',
    describeRoute('admin', {
      operationId: 'updateWebhook',
      summary: 'Change the fields that are sent, or replace the secret',
      description:
        'With `secret: "replace"`, the response contains the new secret. Messages are signed with both secrets for 24 hours. If the new secret is replaced within this time, messages are signed with the newest secret and the oldest one, for 24 hours from then. To keep a secret that the receiver uses already, send `secret: "end-old"` first. With `If-Match`, only the version that it names is changed: the webhook’s `updatedAt`, in quotes.',
      params: idParams,
      headers: versionHeaders,
      body: webhookPatch,
      response: { 200: webhookWithSecret },
      errors: ['changed'],
    }),
    async (request, reply) => {
      const { params, body, headers } = request;
      const isExpected = createVersionMatcher(headers);
      reply.header('Cache-Control', 'no-store');
      return sendItem(reply, await updateWebhook(site, params.id, body, request, isExpected));
    },
  );
  api.delete(
    '/api/webhooks/:id',
    describeRoute('admin', {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook and its log',
      params: idParams,
      response: { 204: noContent },
    }),
    ({ params, userId }) => deleteWebhook(site.db, params.id, userId),
  );
}

/** Registers the admin's routes for webhooks. */
export const webhooksPlugin = definePlugin(
  { name: 'webhooks', dependencies: ['route-access', 'outbox'] },
  (app, site) => {
    registerReadRoutes(app, site);
    registerChangeRoutes(app, site);
  },
);
