import { type Api, describeRoutes, idParams, noContent } from '../../http/api.server';
import { createOwnerRateLimit } from '../../http/owner-rate-limit.server';
import { repeatableDescription, repeatableHeaders } from '../../http/repeatable-request.server';
import { z } from '../../lib/schema';
import { testOutcome } from '../settings/contract';
import { definePlugin, type SiteOptions } from '../settings/define-plugin.server';
import { webhook, webhookAttempt, webhookInput, webhookPatch, webhookWithSecret } from './contract';
import {
  createWebhook,
  deleteWebhook,
  listAttempts,
  listWebhooks,
  updateWebhook,
} from './store.server';
import { testWebhook } from './test-webhook.server';

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
    async ({ body, headers, userId }, reply) => {
      const options = { userId, key: headers['idempotency-key'] };
      const created = await createWebhook(site, body, options);
      return reply.code(201).header('Cache-Control', 'no-store').send(created);
    },
  );
  api.patch(
    '/api/webhooks/:id',
    describeRoute('admin', {
      operationId: 'updateWebhook',
      summary: 'Change the fields that are sent, or replace the secret',
      description:
        'With `secret: "replace"`, the response contains the new secret. Messages are signed with both secrets for 24 hours.',
      params: idParams,
      body: webhookPatch,
      response: { 200: webhookWithSecret },
    }),
    async ({ params, body, userId }, reply) =>
      reply
        .header('Cache-Control', 'no-store')
        .send(await updateWebhook(site, params.id, body, userId)),
  );
  api.delete(
    '/api/webhooks/:id',
    describeRoute('admin', {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook and its log',
      params: idParams,
      response: { 204: noContent },
    }),
    async ({ params, userId }, reply) => {
      await deleteWebhook(site.db, params.id, userId);
      return reply.code(204).send();
    },
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
